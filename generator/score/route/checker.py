"""The checker of routes: every name and formula in the `route` of a score.yaml."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from generator.pack.routemodel import Effect as Declared
from generator.pack.routemodel import Route
from generator.pack.scoremodel import Kind
from generator.problems import Problems, listed, near
from generator.score.formula.program import Engine, Step
from generator.score.formula.work import WHAT_FORMULAS_RAISE, shown
from generator.score.route.ledger import CloseRow, Effect, Rows, Tick, TickInRow, Write
from generator.score.route.prepared import NO_LIMIT, Constants, PlaceEffect, PreparedRoute, RouteProgram
from generator.score.sheet.itinerary import MOST_STRETCHES
from generator.score.sheet.sheet import KeyPath, Place, Slot


class RouteChecker:
    """Checks the `route` of a score.yaml; what is wrong goes to `problems`."""

    def __init__(
        self,
        route: Route,
        place: Place,
        slots: Mapping[str, Slot],
        names: Collection[str],
        engine: Engine,
        problems: Problems,
        behind: Mapping[str, frozenset[str]],
    ) -> None:
        """`names` are those that formulas may read, `behind` what each of the score's own steps rests on."""
        self.route = route
        self.place = place
        self.slots = slots
        self.names = names
        self.engine = engine
        self.problems = problems
        self.behind = behind
        self.steps: dict[str, Step] = {}
        self.rows: dict[str, Rows] = {}
        self.tracks: dict[str, int] = {}

    def prepared(self) -> PreparedRoute | None:
        """Return the route made ready to be followed; None when something is wrong."""
        before = len(self.problems.errors)
        route = self.route
        self._ask("graph", route.graph, ("graph",))
        self._single(route.start, ("start",))
        for box in route.rows:
            self._fill(box)
        symbols = {symbol: tuple(self._effects(symbol)) for symbol in route.effects}
        whens = tuple(key for key in self.steps if key.startswith("route.when"))
        self._bonuses(symbols)
        self._parts()
        constants = self._constants()
        if len(self.problems.errors) > before:
            return None
        formulas = self.engine.program([*self.steps.values()])
        declared = (effect for effects in route.effects.values() for effect in effects)
        written_boxes = tuple(dict.fromkeys(effect.write for effect in declared if effect.write))
        behind = {key: step.reads.union(*map(self._behind, step.reads)) for key, step in self.steps.items()}
        program = RouteProgram(self.steps, formulas, self.engine, whens, self.tracks, written_boxes, symbols, behind)
        return PreparedRoute(route, self.slots, constants, self.rows, program)

    def _behind(self, name: str) -> frozenset[str]:
        return self.behind.get(name.removeprefix("all."), frozenset())

    # -------------------------------------------------------------- parts

    def _parts(self) -> None:
        route = self.route
        if route.cards:
            self._single(route.cards.box, ("cards", "box"), Kind.MARKS)
            self._ask("shapes", route.cards.shapes, ("cards", "shapes"))
            self._ask("full", route.cards.full, ("cards", "full"))
            self._ask("alike", route.cards.alike, ("cards", "alike"))
            self._track(route.cards.turns, ("cards", "turns"))
        if route.extra:
            self._ask("must", route.extra.must, ("extra", "must"))
            self._track(route.extra.counts, ("extra", "counts"))
        if route.shared_roads:
            self._track(route.shared_roads.box, ("jams", "box"))
        if route.out:
            self._single(route.out.box, ("out", "box"), Kind.FLAG)
            self._ask("out", route.out.when, ("out", "when"))
        self._goals()
        if route.errand:
            self._single(route.errand.box, ("errand", "box"))
            self._ask("wanted", route.errand.wanted, ("errand", "wanted"))
        if route.first:
            self._named(route.first, ("first",))

    def _goals(self) -> None:
        goals = self.route.goals
        if goals is None:
            return
        slot = self._named(goals.box, ("goals", "box"))
        if slot and slot.rows is None:
            self._wrong(("goals", "box"), f"{goals.box} has no rows", "a box with a row for each goal")
        self._ask("cards", goals.cards, ("goals", "cards"))
        self._ask("need", goals.need, ("goals", "need"))
        for goal, boxes in goals.counts.items():
            self._counted(boxes, ("goals", "counts", goal))

    def _constants(self) -> Constants:
        route, goals, errand = self.route, self.route.goals, self.route.errand
        rounds = self._data(route.rounds, ("rounds",))
        markers = self._data(route.markers, ("markers",)) if route.markers else NO_LIMIT
        for key, number in (("rounds", rounds), ("markers", markers)):
            most = MOST_STRETCHES if key == "rounds" else NO_LIMIT
            if not isinstance(number, int) or not 0 < number <= most:
                self._wrong((key,), f"{key}: {shown(number)}", f"a whole number from 1 to {most}")
        return Constants(
            rounds,
            markers,
            self._data(goals.first, ("goals", "first")) if goals else None,
            self._data(goals.later, ("goals", "later")) if goals else None,
            self._data(errand.done, ("errand", "done")) if errand else None,
            self._data(errand.failed, ("errand", "failed")) if errand else None,
        )

    def _fill(self, box: str) -> None:
        """Note a box whose rows fill one after the other."""
        path: KeyPath = ("rows", box)
        filling = self.route.rows[box]
        slot, value = self._named(box, path, Kind.TICKS), self._named(filling.value, (*path, "value"))
        if slot and value and (slot.rows is None or slot.rows != value.rows):
            self._wrong(path, f"{box} and {filling.value} differ in rows", "two boxes with as many rows")
        worth = self._numbers(filling.worth, (*path, "worth"))
        open_worth: list[Any] = [None] * len(worth)
        if filling.open_worth:
            open_worth = self._numbers(filling.open_worth, (*path, "unparked"))
        if slot and slot.rows is not None:
            self.rows[box] = Rows(slot.rows, worth, open_worth, {})

    def _bonuses(self, symbols: Mapping[str, Sequence[PlaceEffect]]) -> None:
        """Note what closed rows give."""
        for box, filling in self.route.rows.items():
            if filling.bonuses is None or box not in self.rows:
                continue
            path: KeyPath = ("rows", box, "bonuses")
            bonuses = self._data(filling.bonuses, path)
            for bonus in bonuses if isinstance(bonuses, list) else [bonuses]:
                self._bonus(bonus, self.rows[box], symbols, path)

    def _bonus(self, bonus: Any, rows: Rows, symbols: Mapping[str, Sequence[PlaceEffect]], path: KeyPath) -> None:
        value, symbol = (bonus.get("value"), bonus.get("gives")) if isinstance(bonus, dict) else (None, None)
        effects = [one.effect for one in symbols.get(str(symbol), ()) if one.where is one.when is None]
        closes = any(isinstance(effect, CloseRow) for effect in effects)
        if effects and not closes and isinstance(value, (int, Fraction)):
            rows.bonuses[value] = tuple(effects)
            return
        allowed = "a value, and a symbol whose effects it gives; none of them parks"
        self._wrong(path, f"{shown(bonus)} is no bonus", allowed, "" if effects else near(str(symbol), symbols))

    # -------------------------------------------------------------- effects

    def _effects(self, symbol: str) -> Iterator[PlaceEffect]:
        for number, declared in enumerate(self.route.effects[symbol]):
            path: KeyPath = ("effects", symbol, number)
            effect = self._effect(declared, path)
            key = None
            if declared.when:
                key = f"when_{len(self.steps)}"
                self._ask(key, declared.when, (*path, "when"))
            if effect is not None:
                yield PlaceEffect(effect, declared.where, f"route.{key}" if key else None)

    def _effect(self, declared: Declared, path: KeyPath) -> Effect | None:
        if declared.tick is not None:
            if declared.tick in self.rows:
                return TickInRow(declared.tick, self.rows[declared.tick])
            self._track(declared.tick, (*path, "tick"))
            return Tick(declared.tick, self.tracks.get(declared.tick, 0))
        if declared.close is not None:
            rows = self._filled(declared.close, (*path, "park"))
            return CloseRow(declared.close, rows) if rows else None
        assert declared.write is not None
        self._single(declared.write, (*path, "write"))
        self._counted(declared.sum, (*path, "sum"))
        if declared.closed is not None:
            self._filled(declared.closed, (*path, "parked"))
        return Write(declared.write, tuple(declared.sum), declared.closed)

    def _filled(self, box: str, path: KeyPath) -> Rows | None:
        rows = self.rows.get(box)
        if rows is None:
            self._wrong(path, f"{box} stands not under rows", listed(self.rows), near(box, self.rows))
        return rows

    def _counted(self, boxes: Sequence[str], path: KeyPath) -> None:
        for number, box in enumerate(boxes):
            if box not in self.rows:
                self._track(box, (*path, number))

    # -------------------------------------------------------------- names and formulas

    def _track(self, name: str | None, path: KeyPath) -> None:
        """Note a box of ticks, or a number that is counted up."""
        slot = self._named(name, path) if name is not None else None
        if slot is None:
            return
        if slot.rows is not None or slot.kind not in (Kind.TICKS, Kind.NUMBER):
            self._wrong(path, f"{slot.name} can't be ticked", "a box of ticks or a number, without rows")
        most = slot.count if slot.kind is Kind.TICKS else slot.high
        self.tracks[slot.name] = NO_LIMIT if most is None else int(most)

    def _single(self, name: str, path: KeyPath, kind: Kind | None = None) -> None:
        """Check the name of a box without rows."""
        slot = self._named(name, path, kind)
        if slot is not None and slot.rows is not None:
            self._wrong(path, f"{name} has rows", "a box or setting without rows")

    def _named(self, name: str, path: KeyPath, kind: Kind | None = None) -> Slot | None:
        slot = self.slots.get(name)
        if slot is None:
            self._wrong(path, f"there is no box or setting {name!r}", listed(self.slots, 30), near(name, self.slots))
        elif kind is not None and slot.kind is not kind:
            self._wrong(path, f"{name} is of the kind {slot.kind.value}", kind.value)
            return None
        return slot

    def _ask(self, key: str, text: str | None, path: KeyPath) -> None:
        """Note a formula that is worked out for each route."""
        formula = self.engine.formula(text, self.place(("route", *path)), self.names, self.problems) if text else None
        if formula is not None:
            self.steps[f"route.{key}"] = Step(f"route.{key}", formula)

    def _numbers(self, text: str, path: KeyPath) -> list[Any]:
        numbers = self._data(text, path)
        if isinstance(numbers, list) and numbers and all(isinstance(number, (int, Fraction)) for number in numbers):
            return numbers
        if numbers is not None:
            self._wrong(path, f"{path[-1]}: {shown(numbers)}", "a list of numbers")
        return []

    def _data(self, declared: Any, path: KeyPath) -> Any:
        """Return a plain value as it is, and what a formula gives that may read the pack's tables only."""
        if not isinstance(declared, str):
            return declared
        place = self.place(("route", *path))
        formula = self.engine.formula(declared, place, (), self.problems)
        try:
            return self.engine.result(formula) if formula else None
        except WHAT_FORMULAS_RAISE as error:
            self.problems.error(place, f"formula {formula.text if formula else ''!r}: {error}")
            return None

    def _wrong(self, path: KeyPath, what: str, allowed: str = "", remedy: str = "") -> None:
        self.problems.error(self.place(("route", *path)), what, allowed, remedy)
