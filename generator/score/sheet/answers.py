"""Answers: a filled sheet as a person typed it → exact values, each with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from generator.pack.source.text import Verbatim
from generator.problems import Location, failed, near, say
from generator.score.formula.program import Blank, Root
from generator.score.sheet.entries import FaultyEntry, as_typed, is_empty, read_entry, rows_of
from generator.score.sheet.itinerary import Itinerary, itinerary
from generator.score.sheet.sheet import MISSING, KeyPath, Slot
from generator.score.sheet.spelling import ENGLISH, Spelling

TABLE_KEYS = frozenset({"game", "language", "players"})
ROUTE = "route"
"""The key of a recorded route, in games that can replay one."""


TO_PLAYER = "{name} belongs to a player: write it under players"
TO_TABLE = "{name} belongs to the table: write it at the top of the file"
NO_LIST = "{label}: {written} is no list; write {most} values in brackets, with commas between them"
TOO_MANY = "{label}: a list of {written}, allowed are {most}"
UNKNOWN_BUT = "unknown name {name}: did you mean {meant}?"
UNKNOWN = "unknown name {name}"

MESSAGES = (NO_LIST, TOO_MANY, UNKNOWN_BUT, UNKNOWN, TO_PLAYER, TO_TABLE)

MOST_PLAYERS = 100


class FilledFile(Protocol):
    """A filled file: its plain data, and where each value stands; a form's fields, read, are one too."""

    @property
    def data(self) -> Any:
        """Plain dict, list, text, number, true, false, None."""

    def place(self, path: KeyPath = ()) -> Location:
        """Return where the value at `path` stands."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that can't stand where it was written.

    `says` is an English message with {placeholders} for `values`; `label` and `row` name
    the box, `breaks` the code of the rule.
    """

    says: str
    values: Mapping[str, Any]
    label: str
    row: int
    place: Location
    breaks: str = ""


@dataclass(slots=True)
class Answers:
    """One player's answers: box → value, line → written number, and what was wrong with them.

    Values are by name: a number, text, truth, list of marks or none, and for a box with rows a list of them. An empty
    box that counts as missing holds a `Blank`. `doubtful` are the names whose value is not allowed and goes on all the
    same. `route` is None where none was written; `from_route` are the boxes that were filled in from it.
    """

    values: dict[str, Any]
    written: dict[str, Any]
    filled: FilledFile
    path: KeyPath
    faults: list[Fault] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)
    route: Itinerary | None = None
    from_route: Mapping[str, Any] = field(default_factory=dict)

    def place(self, name: str | None = None, row: int = 0) -> Location:
        """Return where a box or line (and its row, from 1) was filled in; the player's entry when it wasn't."""
        path: KeyPath = self.path if name is None else (*self.path, name, row - 1) if row else (*self.path, name)
        return self.filled.place(path)

    def holds(self, name: str) -> bool:
        """Return whether the file says anything for this box or line."""
        return name in self._sheet()

    def empty(self, name: str) -> bool:
        """Return whether nothing stands in this box, in no row of it."""
        written = self._sheet().get(name)
        return all(one is None for one in written) if isinstance(written, list) else written is None

    def _sheet(self) -> dict[str, Any]:
        data = self.filled.data
        for part in self.path:
            data = data[part]
        return data  # type: ignore[no-any-return]


@dataclass(slots=True)
class TableAnswers:
    """All players' answers of one file, and what is wrong at the file's top level."""

    players: list[Answers]
    language: str | None
    filled: FilledFile
    faults: list[Fault] = field(default_factory=list)


class Form:
    """What may be written: the slots of boxes and settings, and the lines with their rows."""

    def __init__(self, game: str, slots: Mapping[str, Slot], lines: Mapping[str, Slot], routed: bool = False) -> None:
        """`routed` tells that a player may write a route down."""
        self.game = game
        self.slots = slots
        self.lines = lines
        self.routed = routed
        self.table_slots = {name: slot for name, slot in slots.items() if slot.per_table}
        self.player_slots = {name: slot for name, slot in slots.items() if not slot.per_table}
        self.table_names = TABLE_KEYS | self.table_slots.keys()
        self.player_names = frozenset(self.player_slots) | self.lines.keys() | ({ROUTE} if routed else frozenset())

    def read(self, filled: FilledFile, spelling: Spelling = ENGLISH) -> TableAnswers:
        """Return the answers of a filled file; `Failed` when it isn't one of this game."""
        data = self._mapping(filled)
        language = data.get("language")
        shared = self._shared(data, filled, spelling)
        players = [self._player(sheet, path, filled, shared, spelling) for path, sheet in self._sheets(data, filled)]
        return TableAnswers(players, language if isinstance(language, str) else None, filled, shared.faults)

    def _shared(self, data: dict[str, Any], filled: FilledFile, spelling: Spelling) -> Answers:
        """Read what is said once for the table."""
        reader = _Reader(self.table_slots, {}, filled, (), spelling)
        if "players" in data:
            reader.refuse_unknown(data, self.table_names, self.player_names, TO_PLAYER)
        reader.read(data)
        return reader.answers

    def _player(
        self, sheet: dict[str, Any], path: KeyPath, filled: FilledFile, shared: Answers, spelling: Spelling
    ) -> Answers:
        reader = _Reader(self.player_slots, self.lines, filled, path, spelling)
        if path:
            reader.refuse_unknown(sheet, self.player_names, self.table_names, TO_TABLE)
        else:
            reader.refuse_unknown(sheet, self.player_names | self.table_names, frozenset(), "")
        reader.read(sheet)
        answers = reader.answers
        if self.routed and sheet.get(ROUTE) not in (None, ""):
            answers.route = itinerary(sheet[ROUTE], (*path, ROUTE))
        answers.values.update(shared.values)
        answers.doubtful |= shared.doubtful
        return answers

    def _mapping(self, filled: FilledFile) -> dict[str, Any]:
        data = filled.data
        if not isinstance(data, dict):
            raise failed(
                filled.place(),
                say("a filled sheet holds keys and values"),
                remedy=say("begin with game: {game}", game=self.game),
            )
        game = data.get("game")
        if game is not None and game != self.game:
            raise failed(filled.place(("game",)), say("a sheet of the game {game}", game=repr(game)), self.game)
        return data

    def _sheets(self, data: dict[str, Any], filled: FilledFile) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        if "players" not in data:
            yield (), data
            return
        players = data["players"]
        if not isinstance(players, list) or not 0 < len(players) <= MOST_PLAYERS:
            raise failed(
                filled.place(("players",)),
                say("players must be a list"),
                say("one entry of boxes and lines for each of 1 to {most} players", most=MOST_PLAYERS),
            )
        for index, sheet in enumerate(players):
            path = ("players", index)
            if not isinstance(sheet, dict):
                raise failed(
                    filled.place(path),
                    say("a player's entry must hold keys and values"),
                    remedy=say("write it as {line}", line="- {player: …, …}"),
                )
            yield path, sheet


class _Reader:
    """Reads one mapping of answers."""

    def __init__(
        self,
        slots: Mapping[str, Slot],
        lines: Mapping[str, Slot],
        filled: FilledFile,
        path: KeyPath,
        spelling: Spelling,
    ) -> None:
        self.spelling = spelling
        self.slots = slots
        self.lines = lines
        self.filled = filled
        self.path = path
        self.answers = Answers({}, {}, filled, path)
        self.player = int(path[1]) + 1 if path else 1

    def refuse_unknown(
        self, data: dict[str, Any], allowed: Collection[str], elsewhere: Collection[str], says_where: str
    ) -> None:
        """Note a fault for each name that isn't `allowed` here; `says_where` is for names that belong `elsewhere`."""
        for name in data:
            if name in allowed:
                continue
            place = self.filled.place((*self.path, name))
            says, values = (says_where, {"name": Verbatim(name)}) if name in elsewhere else _unknown(name, allowed)
            self.answers.faults.append(Fault(says, values, "", 0, place))

    def read(self, data: dict[str, Any]) -> None:
        """Read every slot and line from the mapping."""
        values, written = self.answers.values, self.answers.written
        get = data.get
        for name, slot in self.slots.items():
            values[name] = self._slot(slot, get(name))
        for name, line in self.lines.items():
            entered = get(name)
            written[name] = self._slot(line, entered) if entered is not None or line.rows is not None else None

    def _slot(self, slot: Slot, entered: Any) -> Any:
        if slot.rows is None:
            return self._value(slot, entered, 0)
        return self._rows(slot, entered)

    def _rows(self, slot: Slot, entered: Any) -> list[Any]:
        amount = slot.rows or 0
        rows = rows_of(entered, amount)
        if rows is None:
            says = NO_LIST
            self._fault(slot, 0, says, written=as_typed(entered), most=amount)
            self.answers.doubtful.add(slot.name)
            return [Blank([Root(self.player, slot.name, row)]) for row in range(1, amount + 1)]
        if len(rows) > amount:
            self._fault(slot, 0, TOO_MANY, written=len(rows), most=amount)
        padded = [*rows[:amount], *[None] * (amount - len(rows))]
        return [self._value(slot, value, row) for row, value in enumerate(padded, 1)]

    def _value(self, slot: Slot, entered: Any, row: int) -> Any:
        if is_empty(slot, entered):
            return self._empty(slot, row)
        try:
            return read_entry(slot, entered, self.spelling)
        except FaultyEntry as faulty:
            self._fault(slot, row, faulty.says, **faulty.values)
            self.answers.doubtful.add(slot.name)
            return Blank([Root(self.player, slot.name, row)]) if faulty.value is MISSING else faulty.value

    def _empty(self, slot: Slot, row: int) -> Any:
        """Return what an empty box means."""
        if slot.blank == MISSING:
            return Blank([Root(self.player, slot.name, row)])
        return list(slot.blank) if isinstance(slot.blank, (tuple, list)) else slot.blank

    def _fault(self, slot: Slot, row: int, says: str, **values: Any) -> None:
        path: KeyPath = (*self.path, slot.name, row - 1) if row else (*self.path, slot.name)
        self.answers.faults.append(Fault(says, values, slot.label, row, self.filled.place(path), slot.breaks))


def _unknown(name: str, allowed: Collection[str]) -> tuple[str, dict[str, Any]]:
    hint = near(name, sorted(allowed))
    if hint:
        return UNKNOWN_BUT, {"name": Verbatim(name), "meant": Verbatim(hint.split("'")[1])}
    return UNKNOWN, {"name": Verbatim(name)}
