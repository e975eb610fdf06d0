"""A prepared route: the `route` of a score.yaml made ready to be followed, every name and formula in it checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from generator.pack.routemodel import Route
from generator.score.formula.formula import Formula
from generator.score.formula.program import Blank, Engine, Program, Step
from generator.score.formula.rewriting import variable
from generator.score.formula.work import WHAT_FORMULAS_RAISE, FormulaError, MissingAnswer, shown
from generator.score.route.board import Board, board
from generator.score.route.ledger import Effect, Ledger, Rows, ledger
from generator.score.sheet.sheet import Slot

NO_LIMIT = 10**6


class Shape(NamedTuple):
    """What a card asks of a stretch: how many markers, and the allowed numbers of bends inside it."""

    markers: int
    bends: tuple[int, ...]


class Goal(NamedTuple):
    """A goal in play: the boxes whose ticks count and how many it takes; no boxes for a card that isn't known."""

    boxes: tuple[str, ...]
    need: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What one player's route goes by, worked out from settings and data. None is what isn't known.

    `effects` are those of each place; `must` says that a further marker must be taken where there is one, `out` that
    a place may be reached once only, `lenient` that too many bends are only warned of. `groups` number the cards that
    may be ticked for each other; `unknown` are the names behind what isn't known.
    """

    board: Board | None
    start: str | None
    effects: Mapping[str, tuple[Effect, ...]]
    shapes: Sequence[Shape] | None
    must: bool
    out: bool
    lenient: bool
    groups: Mapping[Any, int]
    goals: tuple[Goal, ...]
    wanted: Sequence[Any] | None
    unknown: tuple[str, ...]


class Constants(NamedTuple):
    """What rests on the pack's data alone: the most rounds and markers, and what is written in boxes.

    `first` and `later` are written for a goal that was reached in the first round in which anyone did, or later;
    `done` and `failed` for an errand.
    """

    rounds: int
    markers: int
    first: Any
    later: Any
    done: Any
    failed: Any


class PlaceEffect(NamedTuple):
    """An effect, the field that a place must have for it, and the key of the formula that must hold."""

    effect: Effect
    where: str | None
    when: str | None


Faulty = Callable[[Formula, str], None]
"""Takes a formula that can't be worked out, and what is wrong with it."""


class PreparedRoute:
    """A checked `route`, with what is worked out once for all players: boards, shapes, effects."""

    def __init__(
        self,
        route: Route,
        slots: Mapping[str, Slot],
        constants: Constants,
        rows: Mapping[str, Rows],
        program: RouteProgram,
    ) -> None:
        self.route = route
        self.slots = slots
        self.constants = constants
        self.rows = rows
        self.tracks = program.tracks
        self.written_boxes = program.written_boxes
        self.boxes = tuple(self._boxes())
        self._program = program
        self._boards: dict[int, tuple[Any, Board]] = {}
        self._shapes: dict[int, tuple[Any, Shape]] = {}
        self._effects: dict[tuple[int, tuple[bool, ...]], Mapping[str, tuple[Effect, ...]]] = {}

    def _boxes(self) -> Iterator[str]:
        """Yield the boxes that a route fills, settings aside."""
        route = self.route
        values = (filling.value for filling in route.rows.values())
        parts = (part.box for part in (route.cards, route.goals, route.errand) if part)
        for box in (*self.tracks, *self.rows, *values, *self.written_boxes, *parts):
            if not self.slots[box].setting:
                yield box

    def ledger(self) -> Ledger:
        """Return an empty ledger for this sheet."""
        return ledger(self.tracks, self.rows)

    def setup(self, variables: dict[str, Any], faulty: Faulty, doubtful: Collection[str] = ()) -> Setup:
        """Return what a player's route goes by; formulas that can't be worked out are told to `faulty`.

        What rests on a `doubtful` name, one whose value isn't allowed, isn't known: the value has its own message.
        """
        results, unknown = self._program.results(variables, faulty, doubtful)
        try:
            return self._setup(results, unknown, variables)
        except FormulaError as error:
            faulty(self._program.steps["route.graph"].formula, str(error))
            return Setup(None, None, {}, None, False, False, False, {}, (), None, ())

    def _setup(self, results: Mapping[str, Any], unknown: set[str], variables: Mapping[str, Any]) -> Setup:
        board_ = self._board(results["route.graph"]) if results["route.graph"] is not None else None
        start = _readable(variables[variable(self.route.start)])
        if start is None:
            unknown.add(self.route.start)
        shapes = results.get("route.shapes")
        if shapes is None and "route.shapes" in self._program.steps:
            reads = self._program.steps["route.shapes"].reads
            unknown |= {name for name in reads if variables.get(variable(name)) is None and name in self.slots}
        begins = board_.starts.get(start) if board_ and isinstance(start, (str, int, Fraction)) else None
        whens = tuple(bool(results[key]) for key in self._program.whens)
        return Setup(
            board=board_,
            start=begins,
            effects=self._effects_at(board_, whens) if board_ else {},
            shapes=self._shapes_of(shapes),
            must=bool(results.get("route.must", False)),
            out=bool(results.get("route.out", self.route.out is not None)),
            lenient=bool(results.get("route.full", False)),
            groups=_groups(results.get("route.alike")),
            goals=tuple(self._goals(results)),
            wanted=_plain(results.get("route.wanted")),
            unknown=tuple(sorted(unknown)),
        )

    def _board(self, graph: Any) -> Board:
        read = self._boards.get(id(graph))
        if read is None or read[0] is not graph:
            if len(self._boards) > 20:  # graphs that a formula makes anew each time
                self._boards.clear()
                self._effects.clear()
            slow = self.route.shared_roads.slow if self.route.shared_roads else None
            fresh = board(graph, self.route.places, self.route.roads, slow, self.route.start)
            read = self._boards[id(graph)] = (graph, fresh)
        return read[1]

    def _effects_at(self, on: Board, whens: tuple[bool, ...]) -> Mapping[str, tuple[Effect, ...]]:
        key = (id(on), whens)
        if key not in self._effects:
            holding = {name for name, holds in zip(self._program.whens, whens, strict=True) if holds}
            self._effects[key] = {
                name: tuple(self._program.effects(on.symbols(name), row, holding)) for name, row in on.places.items()
            }
        return self._effects[key]

    def _shapes_of(self, rows: Any) -> Sequence[Shape] | None:
        if rows is None:
            return None
        if not isinstance(rows, list) or not rows:
            raise FormulaError(f"shapes: {shown(rows)} is no list of shapes")
        return [self._shape(row) for row in rows]

    def _shape(self, row: Any) -> Shape:
        """Return a shape of the data, read once."""
        read = self._shapes.get(id(row))
        if read is None or read[0] is not row:
            if len(self._shapes) > 200:  # shapes that a formula makes anew each time
                self._shapes.clear()
            read = self._shapes[id(row)] = (row, _shape(row))
        return read[1]

    def _goals(self, results: Mapping[str, Any]) -> Iterator[Goal]:
        goals = self.route.goals
        if goals is None:
            return
        cards, needs = (_plain(results.get(key)) or [] for key in ("route.cards", "route.need"))
        for card, need in zip(cards, needs, strict=False):
            boxes = goals.counts.get(str(card), ()) if card is not None else ()
            yield Goal(tuple(boxes), need if isinstance(need, int) else 0)


def _readable(value: Any) -> Any:
    return None if isinstance(value, Blank) else value


def _groups(lists: Any) -> Mapping[Any, int]:
    """Return the number of the group of each card that may be ticked for others."""
    if lists is None:
        return {}
    if not isinstance(lists, list):
        raise FormulaError(f"{shown(lists)} is no list of lists of cards")
    return {card: number for number, group in enumerate(lists) for card in _plain(group) or ()}


def _plain(values: Any) -> Sequence[Any] | None:
    """Return a list of texts, numbers and nones; None for one that isn't known."""
    if values is None or isinstance(values, Blank):
        return None
    if not isinstance(values, list) or any(isinstance(value, (list, dict)) for value in values):
        raise FormulaError(f"{shown(values)} is no list of texts and numbers")
    return [_readable(value) for value in values]


def _shape(row: Any) -> Shape:
    markers, bends = (row.get("markers"), row.get("turns")) if isinstance(row, dict) else (None, None)
    if (
        not isinstance(markers, int)
        or markers < 1
        or not isinstance(bends, list)
        or not all(isinstance(number, int) for number in bends)
    ):
        raise FormulaError(f"{shown(row)} is no shape: it needs markers and turns, a list of numbers")
    return Shape(markers, tuple(bends))


# ------------------------------------------------------------------ made when the pack is loaded


class RouteProgram(NamedTuple):
    """Formulas and effects of a route.

    `steps` rest on settings, and `formulas` are all of them as one program; `whens` are the keys of those that effects
    rest on. `tracks` hold the most ticks of each box that is counted up, `symbols` what each symbol does;
    `written_boxes` are the boxes that effects write into; `behind` holds every name that a step rests on.
    """

    steps: Mapping[str, Step]
    formulas: Program
    engine: Engine
    whens: tuple[str, ...]
    tracks: Mapping[str, int]
    written_boxes: tuple[str, ...]
    symbols: Mapping[str, tuple[PlaceEffect, ...]]
    behind: Mapping[str, frozenset[str]]

    def results(
        self, variables: dict[str, Any], faulty: Faulty, doubtful: Collection[str]
    ) -> tuple[dict[str, Any], set[str]]:
        """Return what each formula gives (None where it isn't known), and the names that aren't known."""
        doubted = {key for key, names in self.behind.items() if not names.isdisjoint(doubtful)} if doubtful else set()
        if not doubted:
            try:
                return dict(zip(self.steps, self.formulas.run(variables), strict=True)), set()
            except WHAT_FORMULAS_RAISE:  # go through them one by one to find it
                pass
        return self._one_by_one(variables, faulty, doubted)

    def _one_by_one(
        self, variables: dict[str, Any], faulty: Faulty, doubted: Collection[str]
    ) -> tuple[dict[str, Any], set[str]]:
        results: dict[str, Any] = {}
        unknown: set[str] = set()
        for key, step in self.steps.items():
            results[key] = None
            if key in doubted:
                continue
            try:
                results[key] = self.engine.result(step.formula, variables)
            except MissingAnswer:
                unknown |= {name for name in step.reads if isinstance(variables.get(variable(name)), Blank)}
            except WHAT_FORMULAS_RAISE as error:
                faulty(step.formula, str(error) or type(error).__name__)
        return results, unknown

    def effects(self, symbols: Iterable[str], place: Mapping[str, Any], holding: Collection[str]) -> Iterator[Effect]:
        """Yield what a place with these symbols does, given the keys of the formulas that hold."""
        for symbol in symbols:
            for effect, where, when in self.symbols.get(symbol, ()):
                if (where is None or place.get(where) is not None) and (when is None or when in holding):
                    yield effect
