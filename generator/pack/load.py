"""Load and check: a pack's folder to a `Pack`, or every mistake in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from generator.pack import cutout, items, shipped
from generator.pack.folder import PACK_FILE, SCORE_FILE, TEMPLATES
from generator.pack.model import Component, Pack, PackFile, SlotFile, rows_of
from generator.pack.source.files import inside, read_bytes
from generator.pack.source.located import DataPath, Source
from generator.pack.source.read import DATA_SUFFIXES, WORKBOOKS, read, read_tables
from generator.pack.source.text import composed, decoded
from generator.pack.validation import validated
from generator.problems import Failed, Location, Problems, failed, listed, near, quoted


def find(name: str, place: Location | None = None) -> Path:
    """Return the folder of a pack by a shipped pack's id or a folder's path, which a file names at `place`."""
    folder = Path(name)
    if name and os.path.lexists(folder / PACK_FILE):  # whatever it is: what is wrong with it is told as it is read
        return folder
    known = shipped.packs()
    if name in known:
        return shipped.data() / name
    if folder.is_dir():
        raise failed(
            Location(name), f"this folder has no {PACK_FILE}", remedy="start a pack with: playsheet new <name>"
        )
    raise failed(
        place or Location(name),
        f"there is no pack {quoted(name)}",
        f"{listed(known)}, or a folder with a {PACK_FILE}",
        near(name, known),
    )


def load(name: str, problems: Problems, place: Location | None = None) -> Pack:
    """Load the pack `name` (an id or a folder, which a file names at `place`); warnings go to `problems`.

    Raises `Failed` with every error of its files: not well formed, unknown keys, wrong
    values, missing tables, items without an id.
    """
    folder = find(name, place)
    shown = _shown(folder)
    tables, score = _read_tables(folder, shown, problems)
    shown_file = f"{shown}/{PACK_FILE}"
    source = read(inside(folder, folder / PACK_FILE, shown_file), shown_file)
    file = validated(PackFile, source, problems)
    problems.stop_on_errors()
    assert file is not None  # no errors, so it was valid
    pack_id = folder.resolve().name
    roots, slots = _template_roots(folder.resolve(), pack_id), _read_slots(file, tables, problems)
    pack = Pack(pack_id, folder.resolve(), roots, file, source, tables, score, slots)
    _check(pack, problems)
    problems.stop_on_errors()
    return replace(pack, file=_on_their_papers(file, slots)) if slots else pack


def _shown(folder: Path) -> str:
    """Name the folder as a reader finds it: relative to the checkout or the working folder."""
    resolved = folder.resolve()
    for base in (Path.cwd(), shipped.root()):
        if resolved.is_relative_to(base) and resolved != base:
            return resolved.relative_to(base).as_posix()
    return folder.as_posix()


def _template_roots(folder: Path, pack_id: str) -> tuple[Path, ...]:
    roots = (folder / TEMPLATES, shipped.templates() / pack_id, shipped.templates())
    if roots[0].exists():
        inside(folder, roots[0], roots[0].as_posix())
    return tuple(root for root in roots if root.is_dir())


def _read_tables(folder: Path, shown: str, problems: Problems) -> tuple[dict[str, Source], Source | None]:
    tables: dict[str, Source] = {}
    wanted = _wanted_sheets(folder)
    for path in _table_files(folder, shown, problems):
        shown_file = f"{shown}/{path.name}"
        try:
            read_here = read_tables(inside(folder, path, shown_file), shown_file, wanted.get(composed(path.stem), ()))
        except Failed as failure:
            problems.extend(failure.problems)
            continue
        for name, source in read_here.items():
            problems.extend(source.warnings)
            if tables.setdefault(name, source) is not source:
                what = f"two tables are called {quoted(name)}"
                problems.error(Location(shown_file), what, remedy="rename one of the files")
    score = tables.pop(_SCORE, None) if (folder / SCORE_FILE).is_file() else None
    return tables, score


_SCORE = Path(SCORE_FILE).stem
_SHEET = re.compile(r"""^\s*(?:items|slots):\s*["']?([^\s"'#]+)#([^"',}\n#]+)""", re.MULTILINE)


def _wanted_sheets(folder: Path) -> dict[str, list[str]]:
    """Return which sheets of workbooks pack.yaml names, as in `items: deck#Cards`, by the name of the file."""
    try:
        text = decoded(read_bytes(folder / PACK_FILE, PACK_FILE), PACK_FILE)
    except Failed:  # which is told when it is read as a whole
        return {}
    wanted: dict[str, list[str]] = {}
    for file, sheet in _SHEET.findall(text):
        wanted.setdefault(file, []).append(sheet.strip())
    return {file: list(dict.fromkeys(sheets)) for file, sheets in wanted.items()}


def _table_files(folder: Path, shown: str, problems: Problems) -> Iterator[Path]:
    """Yield the files of tables; a workbook beside a text file of its name isn't read, which is told."""
    files = [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "~$"))]
    texts = {path.stem: path for path in files if path.suffix.lower() in DATA_SUFFIXES and path.name != PACK_FILE}
    for path in files:
        if path.suffix.lower() not in DATA_SUFFIXES | WORKBOOKS or path.name == PACK_FILE:
            continue
        if path.is_dir():
            remedy = "put the file itself there, or rename the folder"
            problems.warning(
                Location(f"{shown}/{path.name}"), "this is a folder, so no data is read from it", remedy=remedy
            )
        elif path.suffix.lower() in WORKBOOKS and path.stem in texts:
            what = f"this workbook isn't read, as {texts[path.stem].name} is there"
            problems.warning(Location(f"{shown}/{path.name}"), what, remedy="take one of the two away")
        else:
            yield path


def _read_slots(file: PackFile, tables: dict[str, Source], problems: Problems) -> dict[str, SlotFile]:
    """Return the tables that say where slots lie."""
    names = dict.fromkeys(component.slots for component in file.components.values() if component.slots)
    files = {name: validated(SlotFile, tables[name], problems) for name in names if name in tables}
    return {name: slots for name, slots in files.items() if slots}


def _on_their_papers(file: PackFile, slots: dict[str, SlotFile]) -> PackFile:
    """Name the papers of slots as those of the components that lie in them."""
    components = {
        name: component.model_copy(update={"papers": [slots[component.slots].paper]}) if component.slots else component
        for name, component in file.components.items()
    }
    return file.model_copy(update={"components": components})


# ------------------------------------------------------------------ what types can't say


def _check(pack: Pack, problems: Problems) -> None:
    _check_players(pack, problems)
    _check_twins(pack, ("languages",), list(enumerate(pack.file.languages)), problems)
    _check_twins(pack, ("components",), [(name, name) for name in pack.file.components], problems)
    checked: set[str] = set()
    for name, component in pack.file.components.items():
        _check_component(pack, name, component, problems)
        table = component.items
        if table is not None and table in pack.tables.keys() - checked:
            checked.add(table)
            items.check(pack, table, _template(pack, component), problems)


def _template(pack: Pack, component: Component) -> str:
    """Return the text of a component's template, "" when there is none: that is told when it is drawn."""
    paths = [root / component.template[:200] for root in pack.template_roots]
    path = next((path for path in paths if path.is_file()), None)
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path else ""
    except OSError:
        return ""


def _check_players(pack: Pack, problems: Problems) -> None:
    players = pack.file.players
    if players.least > players.most:
        what = f"players: from {players.least} to {players.most}"
        problems.error(pack.source.place(("players", "to")), what, "the fewest first, then the most")


def _check_twins(pack: Pack, base: DataPath, names: Sequence[tuple[int | str, str]], problems: Problems) -> None:
    """Refuse two names of files or folders that some systems take for one."""
    first: dict[str, int | str] = {}
    for key, name in names:
        if first.setdefault(name.casefold(), key) != key:
            what = f"{base[-1]}: {quoted(name)} stands twice, large and small letters aside"
            problems.error(pack.source.key((*base, key)), what, remedy="rename one, or take it out")


def _check_component(pack: Pack, name: str, component: Component, problems: Problems) -> None:
    if component.items is not None and component.items not in pack.tables:
        _no_table(pack, pack.place(name, "items"), component.items, _how_to_add(pack, component.items), problems)
    cutout.check(component, partial(pack.place, name), problems)
    if component.layout != "grid" and component.grid:
        problems.error(pack.place(name, "grid"), "grid is for layout: grid")
    _check_slots(pack, name, component, problems)
    _check_seams(pack, name, component, problems)
    if component.group:
        _check_group(pack, name, component.group, problems)
    if component.back:
        _check_back(pack, name, component.back, problems)
    if component.sort and component.items in pack.tables:
        _check_sort(pack, name, component, problems)


def _no_table(pack: Pack, place: Location, table: str, remedy: str, problems: Problems) -> None:
    problems.error(place, f"there is no table {quoted(table)}", listed(pack.tables), near(table, pack.tables) or remedy)


def _how_to_add(pack: Pack, table: str) -> str:
    """Say how a table that is missing comes into the pack."""
    other = next((path.name for path in sorted(pack.folder.iterdir()) if path.stem == table), "")
    return f"save {other} as {table}.csv" if other else f"put {table}.csv (or .yaml, .json) beside {PACK_FILE}"


def _check_seams(pack: Pack, name: str, component: Component, problems: Problems) -> None:
    for axis, length in enumerate(component.size):
        for number, seam in enumerate(component.seams[axis]):
            if not component.overlap / 2 < seam < length - component.overlap / 2:
                place = pack.place(name, "seams", axis, number)
                strip = f"inside the face of {length:g} mm, with room for half the overlap of {component.overlap:g} mm"
                problems.error(place, f"no pages can meet at {seam:g}", strip)


def _check_slots(pack: Pack, name: str, component: Component, problems: Problems) -> None:
    if component.layout != "slots":
        if component.slots:
            problems.error(pack.place(name, "slots"), "slots are for layout: slots")
    elif component.slots is None:
        remedy = "add slots: with the name of the table that says where they lie"
        problems.error(pack.place(name, "layout"), "layout: slots without slots", remedy=remedy)
    elif component.slots not in pack.tables:
        _no_table(pack, pack.place(name, "slots"), component.slots, "", problems)
    if component.layout in ("slots", "page") and component.gap:
        what, allowed = f"gap is not for layout: {component.layout}", "grid, mixed, honeycomb"
        problems.error(pack.place(name, "gap"), what, allowed, "take gap out")
    if component.slots and component.papers:
        what = f"papers: the slots of {component.slots} lie on a paper of their own"
        problems.error(pack.place(name, "papers"), what, remedy="take papers out")


def _check_group(pack: Pack, name: str, group: str, problems: Problems) -> None:
    place = pack.place(name, "group")
    members = [component for component in pack.file.components.values() if component.group == group]
    if len({component.layout for component in members}) > 1:
        problems.error(place, "components of one group need one layout")
    if len({component.slots for component in members}) > 1:
        problems.error(place, "components of one group need the same slots")
    outside = [key.casefold() for key, component in pack.file.components.items() if component.group != group]
    if group.casefold() in outside:
        problems.error(place, f"a component outside the group is called {group} too", remedy="rename one of them")


def _check_back(pack: Pack, name: str, back: str, problems: Problems) -> None:
    place = pack.place(name, "back")
    components = pack.file.components
    if back not in components or back == name:
        known = [key for key in components if key != name]
        hint = near(back, components)  # among the same words for every component: those are looked through once
        remedy = "" if back == name or hint == near(name, (name,)) else hint
        problems.error(place, f"there is no other component {quoted(back)}", listed(known), remedy)
    elif components[back].back:
        problems.error(
            place, f"the back {back} has a back itself", remedy=f"take back: {components[back].back} out there"
        )
    elif components[back].size != components[name].size:
        sizes = ["{:g} × {:g} mm".format(*components[key].size) for key in (back, name)]
        problems.error(place, f"the back {back} has {sizes[0]}", f"the size of {name}, {sizes[1]}")


def _check_sort(pack: Pack, name: str, component: Component, problems: Problems) -> None:
    rows = rows_of(pack.tables[str(component.items)].data)
    if not any(component.sort in row for row in rows if isinstance(row, dict)):
        fields = dict.fromkeys(str(key) for row in rows[:1_000] if isinstance(row, dict) for key in row)
        what = f"no item has a field {quoted(component.sort)} to sort by"
        place = pack.place(name, "sort")
        problems.error(place, what, listed(fields), near(str(component.sort), fields))
