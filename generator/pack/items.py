"""Items: what the fields id and copies of a printed table may hold, and fields that were meant to be them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from generator.pack.model import Pack, rows_of, rows_path
from generator.pack.source.located import DataPath, Source
from generator.problems import Location, Problems, near, quoted
from generator.spelling import likeness

MOST_ITEMS = 20_000
"""How many items a table may have that are printed one by one."""

_COPIES_ELSEWHERE = frozenset([
    "qty", "quantity", "quantities", "count", "amount", "number", "pieces", "pcs", "times", "menge", "anzahl",
    "stück", "stückzahl", "kopien", "exemplare", "ilość", "sztuk", "sztuki", "liczba", "kopie", "egzemplarze",
    "количество", "колво", "кол-во", "штук", "копии", "экземпляры", "колькасць", "копіі", "штукі", "quantité",
    "nombre", "exemplaires", "cantidad", "copias", "quantità", "aantal", "antal",
])  # fmt: skip
"""What other languages and programs call copies."""


def copies_of(row: Mapping[str, Any]) -> int | None:
    """Return how many copies an item asks for, None when it doesn't say; `ValueError` for what is no such number."""
    copies = row.get("copies")
    if copies is None:
        return None
    if isinstance(copies, bool):
        raise ValueError(copies)
    text = str(copies).strip().replace(",", ".", 1)
    whole, _, zeros = text.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) < 10 and not zeros.strip("0") and len(zeros) < 4):
        raise ValueError(copies)
    if zeros == "000" and "," in str(copies):  # 1,000 is a thousand for many
        raise ValueError(copies)
    return int(whole)


def check(pack: Pack, table: str, template: str, problems: Problems) -> None:
    """Note what is wrong with the items of a table; `template` is the text of a template that prints them."""
    source = pack.tables[table]
    rows, base = rows_of(source.data), rows_path(source.data)
    if not rows:
        allowed = "a list of items, or a key items: with a list"
        problems.error(source.place(base), f"table {table!r} has no items", allowed)
    if len(rows) > MOST_ITEMS:
        problems.error(source.place(base), f"table {table!r} has {len(rows)} items", f"at most {MOST_ITEMS}")
        return
    seen: dict[str, Location] = {}
    nameless: list[Location] = []
    for index, row in enumerate(rows):
        place = source.place((*base, index))
        if not isinstance(row, dict):
            problems.error(place, "an item must hold keys and values", remedy="write it as - {id: …, …}")
            continue
        if row.get("id") in (None, ""):
            nameless.append(place)
        else:
            _check_id(row["id"], place, seen, problems)
        _check_copies(row, source.place((*base, index, "copies")), problems)
    _check_fields(source, rows, base, template, problems)
    meant = _meant_as_id(rows)
    if nameless and not meant:
        more = f", and {len(nameless) - 1} more" if len(nameless) > 1 else ""
        remedy = "give each item an id of its own; it names the item in messages"
        problems.error(nameless[0], f"an item without an id{more}", remedy=remedy)
    elif nameless:
        remedy = f"write id; {near(meant, ['id'])}" if likeness(meant) != meant.casefold() else "write id"
        problems.error(_head(source, rows, base, meant), f"the field {quoted(meant)} is no id", remedy=remedy)


def _meant_as_id(rows: Collection[Any]) -> str:
    """Return the field that looks like id in rows none of which has one, "" when there is none."""
    fields = _fields(rows)
    return next((name for name in fields if likeness(name) == "id"), "") if "id" not in fields else ""


def _fields(rows: Collection[Any]) -> dict[str, int]:
    """Return the fields of rows, and how many rows have each."""
    fields: dict[str, int] = {}
    for row in rows:
        for key in row if isinstance(row, dict) else ():
            fields[key] = fields.get(key, 0) + 1
    return fields


def _head(source: Source, rows: list[dict[str, Any]], base: DataPath, name: str) -> Location:
    """Return where the name of a field stands: in the first row of a spreadsheet, or as the first key of that name."""
    if not source.keys:
        return source.place(base)
    index = next(index for index, row in enumerate(rows) if isinstance(row, dict) and name in row)
    return source.key((*base, index, name))


def _check_fields(
    source: Source, rows: list[dict[str, Any]], base: DataPath, template: str, problems: Problems
) -> None:
    """Note fields that were meant as copies, and those that another field of the table looks like."""
    fields = _fields(rows)
    alike: dict[str, str] = {}
    for name, amount in fields.items():
        place = _head(source, rows, base, name)
        first = alike.setdefault(likeness(name), name)
        if name == "copies" or not name:
            continue
        if likeness(name) in _near_copies(name):
            what = f"the field {quoted(name)} says nothing about copies"
            problems.error(place, what, remedy=f"{near(name, ['copies']) or 'write copies'}")
        elif name.casefold() in _COPIES_ELSEWHERE and "copies" not in fields and f"item.{name}" not in template:
            what = f"the field {quoted(name)} says nothing about copies, and the template doesn't print it"
            problems.warning(place, what, remedy="did you mean 'copies'?")
        elif first != name:
            problems.warning(place, f"the fields {quoted(first)} and {quoted(name)} look alike", remedy="rename one")
        elif amount == 1 < len(rows) - 1 and (hint := _hint(name, rows, fields)):
            problems.warning(place, f"no other item has a field {quoted(name)}", remedy=hint)


def _near_copies(name: str) -> tuple[str, ...]:
    """Return what a name would look like, if it were copies with one letter wrong, missing or too many."""
    plain, word = likeness(name), "copies"
    if plain == word:
        return (plain,)
    cuts = [word[:at] + word[at + 1 :] for at in range(len(word))]
    longer = len(plain) == len(word) + 1 and any(plain[:at] + plain[at + 1 :] == word for at in range(len(plain)))
    same = len(plain) == len(word) and sum(a != b for a, b in zip(plain, word, strict=True)) == 1
    swapped = len(plain) == len(word) and sorted(plain) == sorted(word)
    return (plain,) if plain in cuts or longer or same or swapped else ()


def _hint(name: str, rows: list[dict[str, Any]], fields: Mapping[str, int]) -> str:
    """Return which field was meant by one that a single row has: one that only this row lacks."""
    row = next(row for row in rows if isinstance(row, dict) and name in row)
    return near(name, [known for known, amount in fields.items() if known not in row and amount == len(rows) - 1])


def _check_id(key: Any, place: Location, seen: dict[str, Location], problems: Problems) -> None:
    if isinstance(key, (list, dict, bool)):
        problems.error(place, f"id: {quoted(key)} is no name", "a text or a number")
    elif str(key) in seen:
        what = f"the id {quoted(str(key))} stands twice, first in line {seen[str(key)].line}"
        problems.error(place, what, remedy="rename one")
    else:
        seen[str(key)] = place


def _check_copies(row: Mapping[str, Any], place: Location, problems: Problems) -> None:
    try:
        copies_of(row)
    except ValueError:
        what = f"copies: {quoted(row['copies'])} is not a number of copies"
        problems.error(place, what, "a whole number from 0")
