"""Routing: the `route` of a score.yaml made ready to be walked, every name and formula in it checked."""

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
    turns: tuple[int, ...]


class Goal(NamedTuple):
    """A goal in play: the boxes whose ticks count and how many it takes; no boxes for a card that isn't known."""

    boxes: tuple[str, ...]
    need: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What one player's route goes by, worked out from settings and data. None is what isn't known."""

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


class Fixed(NamedTuple):
    """What rests on the pack's data alone."""

    rounds: int
    markers: int
    first: Any
    later: Any
    done: Any
    failed: Any


class Routing:
    """A checked `route`."""

    def __init__(
        self, route: Route, slots: Mapping[str, Slot], fixed: Fixed, rows: Mapping[str, Rows], made: Asked
    ) -> None:
        self.route = route
        self.slots = slots
        self.fixed = fixed
        self.rows = rows
        self.tracks = made.tracks
        self.stars = made.stars
        self.boxes = tuple(self._boxes())
        self._made = made
        self._boards: dict[int, tuple[Any, Board]] = {}
        self._shapes: dict[int, tuple[Any, Shape]] = {}
        self._effects: dict[tuple[int, tuple[bool, ...]], Mapping[str, tuple[Effect, ...]]] = {}

    def _boxes(self) -> Iterator[str]:
        """Yield the boxes that a route fills, settings aside."""
        route = self.route
        values = (of.value for of in route.rows.values())
        parts = (part.box for part in (route.cards, route.goals, route.errand) if part)
        for box in (*self.tracks, *self.rows, *values, *self.stars, *parts):
            if not self.slots[box].setting:
                yield box

    def ledger(self) -> Ledger:
        """Return an empty ledger for this sheet."""
        return ledger(self.tracks, self.rows)

    def terms(self, variables: dict[str, Any], faulty: Callable[[Formula, str], None]) -> Terms:
        """Return what a player's route goes by; formulas that can't be worked out are told to `faulty`."""
        said, unknown = self._made.answers(variables, faulty)
        try:
            return self._terms(said, unknown, variables)
        except FormulaError as error:
            faulty(self._made.steps["route.graph"].formula, str(error))
            return Terms(None, None, {}, None, False, False, False, {}, (), None, ())

    def _terms(self, said: Mapping[str, Any], unknown: set[str], variables: Mapping[str, Any]) -> Terms:
        found = self._board(said["route.graph"]) if said["route.graph"] is not None else None
        start = _known(variables[variable(self.route.start)])
        if start is None:
            unknown.add(self.route.start)
        shapes = said.get("route.shapes")
        if shapes is None and "route.shapes" in self._made.steps:
            reads = self._made.steps["route.shapes"].reads
            unknown |= {name for name in reads if variables.get(variable(name)) is None and name in self.slots}
        begins = found.starts.get(start) if found and isinstance(start, (str, int, Fraction)) else None
        whens = tuple(bool(said[key]) for key in self._made.whens)
        return Terms(
            board=found,
            start=begins,
            effects=self._effects_at(found, whens) if found else {},
            shapes=self._shapes_of(shapes),
            must=bool(said.get("route.must", False)),
            out=bool(said.get("route.out", self.route.out is not None)),
            lenient=bool(said.get("route.full", False)),
            groups=_groups(said.get("route.alike")),
            goals=tuple(self._goals(said)),
            wanted=_plain(said.get("route.wanted")),
            unknown=tuple(sorted(unknown)),
        )

    def _board(self, graph: Any) -> Board:
        kept = self._boards.get(id(graph))
        if kept is None or kept[0] is not graph:
            if len(self._boards) > 20:  # graphs that a formula makes anew each time
                self._boards.clear()
                self._effects.clear()
            slow = self.route.jams.slow if self.route.jams else None
            kept = self._boards[id(graph)] = (
                graph,
                board(graph, self.route.places, self.route.roads, slow, self.route.start),
            )
        return kept[1]

    def _effects_at(self, found: Board, whens: tuple[bool, ...]) -> Mapping[str, tuple[Effect, ...]]:
        key = (id(found), whens)
        if key not in self._effects:
            true = {name for name, holds in zip(self._made.whens, whens, strict=True) if holds}
            self._effects[key] = {
                name: tuple(self._made.effects(found.symbols(name), row, true)) for name, row in found.places.items()
            }
        return self._effects[key]

    def _shapes_of(self, said: Any) -> Sequence[Shape] | None:
        if said is None:
            return None
        if not isinstance(said, list) or not said:
            raise FormulaError(f"shapes: {shown(said)} is no list of shapes")
        return [self._shape(one) for one in said]

    def _shape(self, one: Any) -> Shape:
        """Return a shape of the data, read once."""
        kept = self._shapes.get(id(one))
        if kept is None or kept[0] is not one:
            if len(self._shapes) > 200:  # shapes that a formula makes anew each time
                self._shapes.clear()
            kept = self._shapes[id(one)] = (one, _shape(one))
        return kept[1]

    def _goals(self, said: Mapping[str, Any]) -> Iterator[Goal]:
        goals = self.route.goals
        if goals is None:
            return
        cards, needs = (_plain(said.get(key)) or [] for key in ("route.cards", "route.need"))
        for card, need in zip(cards, needs, strict=False):
            boxes = goals.counts.get(str(card), ()) if card is not None else ()
            yield Goal(tuple(boxes), need if isinstance(need, int) else 0)


def _known(value: Any) -> Any:
    return None if isinstance(value, Blank) else value


def _groups(said: Any) -> Mapping[Any, int]:
    """Return the number of the group of each card that may be ticked for others."""
    if said is None:
        return {}
    if not isinstance(said, list):
        raise FormulaError(f"{shown(said)} is no list of lists of cards")
    return {card: number for number, group in enumerate(said) for card in _plain(group) or ()}


def _plain(said: Any) -> Sequence[Any] | None:
    """Return a list of texts, numbers and nones; None for one that isn't known."""
    if said is None or isinstance(said, Blank):
        return None
    if not isinstance(said, list) or any(isinstance(one, (list, dict)) for one in said):
        raise FormulaError(f"{shown(said)} is no list of texts and numbers")
    return [_known(one) for one in said]


def _shape(one: Any) -> Shape:
    markers, turns = (one.get("markers"), one.get("turns")) if isinstance(one, dict) else (None, None)
    if (
        not isinstance(markers, int)
        or markers < 1
        or not isinstance(turns, list)
        or not all(isinstance(n, int) for n in turns)
    ):
        raise FormulaError(f"{shown(one)} is no shape: it needs markers and turns, a list of numbers")
    return Shape(markers, tuple(turns))


# ------------------------------------------------------------------ made when the pack is loaded


class Asked(NamedTuple):
    """Formulas and effects of a route; `steps` rest on settings, `whens` are those of effects among them.

    `stars` are the boxes that effects write into.
    """

    steps: Mapping[str, Step]
    program: Program
    engine: Engine
    whens: tuple[str, ...]
    tracks: Mapping[str, int]
    stars: tuple[str, ...]
    symbols: Mapping[str, tuple[tuple[Effect, str | None, str | None], ...]]
    """For each symbol its effects with the field that a place must have, and the key of the formula that must hold."""

    def answers(
        self, variables: dict[str, Any], faulty: Callable[[Formula, str], None]
    ) -> tuple[dict[str, Any], set[str]]:
        """Return what each formula gives (None where it isn't known), and the names that aren't known."""
        try:
            return dict(zip(self.steps, self.program.run(variables), strict=True)), set()
        except WHAT_FORMULAS_RAISE:  # go through them one by one to find it
            return self._carefully(variables, faulty)

    def _carefully(
        self, variables: dict[str, Any], faulty: Callable[[Formula, str], None]
    ) -> tuple[dict[str, Any], set[str]]:
        said: dict[str, Any] = {}
        unknown: set[str] = set()
        for key, step in self.steps.items():
            said[key] = None
            try:
                said[key] = self.engine.result(step.formula, variables)
            except MissingAnswer:
                unknown |= {name for name in step.reads if isinstance(variables.get(variable(name)), Blank)}
            except WHAT_FORMULAS_RAISE as error:
                faulty(step.formula, str(error) or type(error).__name__)
        return said, unknown

    def effects(self, symbols: Iterable[str], place: Mapping[str, Any], true: Collection[str]) -> Iterator[Effect]:
        """Yield what a place with these symbols does, given the formulas that hold."""
        for symbol in symbols:
            for effect, where, when in self.symbols.get(symbol, ()):
                if (where is None or place.get(where) is not None) and (when is None or when in true):
                    yield effect
