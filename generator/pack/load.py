"""Load and check: a pack's folder to a `Pack`, or every mistake in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.pack import shipped
from generator.pack.model import Component, Pack, PackFile, rows_of
from generator.pack.reading import read_record
from generator.pack.source import DATA_SUFFIXES, Path_, Source, read
from generator.problems import Failed, Location, Problems, failed, listed, near


def find(name: str) -> Path:
    """Return the folder of a pack given as a shipped pack's id or as a folder's path."""
    folder = Path(name)
    if (folder / "pack.yaml").is_file():
        return folder
    known = shipped.packs()
    if name in known:
        return shipped.data() / name
    if folder.is_dir():
        raise failed(Location(name), "this folder has no pack.yaml", remedy="start a pack with: playsheet new <name>")
    raise failed(
        Location(name),
        f"there is no pack {name!r}",
        f"{listed(known)}, or a folder with a pack.yaml",
        near(name, known),
    )


def load(name: str, problems: Problems) -> Pack:
    """Load the pack `name` (an id or a folder); warnings go to `problems`.

    Raises `Failed` with every error of its files: not well formed, unknown keys, wrong
    values, missing tables, items without an id.
    """
    folder = find(name)
    shown = _shown(folder)
    tables, score = _read_tables(folder, shown, problems)
    source = read(folder / "pack.yaml", f"{shown}/pack.yaml")
    file = read_record(PackFile, source, problems)
    problems.stop_on_errors()
    assert file is not None  # no errors, so it was valid
    pack_id = folder.resolve().name
    pack = Pack(pack_id, folder.resolve(), _template_roots(folder.resolve(), pack_id), file, source, tables, score)
    _check(pack, problems)
    problems.stop_on_errors()
    return pack


def _shown(folder: Path) -> str:
    """Name the folder as a reader finds it: relative to the checkout or the working folder."""
    resolved = folder.resolve()
    for base in (Path.cwd(), shipped.root()):
        if resolved.is_relative_to(base) and resolved != base:
            return resolved.relative_to(base).as_posix()
    return folder.as_posix()


def _template_roots(folder: Path, pack_id: str) -> tuple[Path, ...]:
    roots = (folder / "templates", shipped.templates() / pack_id, shipped.templates())
    return tuple(root for root in roots if root.is_dir())


def _read_tables(folder: Path, shown: str, problems: Problems) -> tuple[dict[str, Source], Source | None]:
    tables: dict[str, Source] = {}
    score = None
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in DATA_SUFFIXES or path.name == "pack.yaml" or not path.is_file():
            continue
        place = f"{shown}/{path.name}"
        if not path.resolve().is_relative_to(folder.resolve()):
            problems.error(Location(place), "a link that leaves the pack's folder", remedy="put the file itself there")
            continue
        try:
            source = read(path, place)
        except Failed as failure:
            problems.extend(failure.problems)
            continue
        problems.extend(source.warnings)
        if path.name == "score.yaml":
            score = source
        elif path.stem in tables:
            problems.error(Location(place), f"two tables are called {path.stem!r}", remedy="rename one of the files")
        else:
            tables[path.stem] = source
    return tables, score


# ------------------------------------------------------------------ what types can't say


def _check(pack: Pack, problems: Problems) -> None:
    checked: set[str] = set()
    for name, component in pack.file.components.items():
        _check_component(pack, name, component, problems)
        table = component.items
        if table is not None and table in pack.tables.keys() - checked:
            checked.add(table)
            _check_items(pack, table, problems)


def _check_component(pack: Pack, name: str, component: Component, problems: Problems) -> None:
    place = pack.source.place(("components", name, "items"))
    if component.items is not None and component.items not in pack.tables:
        problems.error(
            place, f"there is no table {component.items!r}", listed(pack.tables), near(component.items, pack.tables)
        )
    if component.layout != "honeycomb" and component.cells != [(0, 0)]:
        problems.error(pack.source.place(("components", name, "cells")), "cells are for layout: honeycomb")
    group = [c for c in pack.file.components.values() if c.group and c.group == component.group]
    if len({c.layout for c in group}) > 1:
        problems.error(pack.source.place(("components", name, "group")), "components of one group need one layout")


def _check_items(pack: Pack, table: str, problems: Problems) -> None:
    source = pack.tables[table]
    rows = rows_of(source.data)
    base: Path_ = ("items",) if isinstance(source.data, dict) else ()
    if not rows:
        problems.error(
            source.place(base), f"table {table!r} has no items", "a list of items, or a key items: with a list"
        )
    seen: dict[str, Location] = {}
    for index, row in enumerate(rows):
        place = source.place((*base, index))
        if not isinstance(row, dict):
            problems.error(place, "an item must hold keys and values", remedy="write it as - {id: …, …}")
            continue
        _check_id(row, place, seen, problems)
        _check_copies(row, source.place((*base, index, "copies")), problems)


def _check_id(row: dict[str, Any], place: Location, seen: dict[str, Location], problems: Problems) -> None:
    key = row.get("id")
    if key is None or key == "":
        problems.error(
            place, "an item without an id", remedy="give each item an id of its own; it names the item in messages"
        )
    elif str(key) in seen:
        problems.error(
            place, f"the id {str(key)!r} stands twice, first in line {seen[str(key)].line}", remedy="rename one"
        )
    else:
        seen[str(key)] = place


def _check_copies(row: dict[str, Any], place: Location, problems: Problems) -> None:
    copies = row.get("copies")
    if "copies" in row and not (isinstance(copies, int) and not isinstance(copies, bool) and copies >= 0):
        problems.error(place, f"copies: {copies!r} is not a number of copies", "a whole number from 0")
