"""The plan of a score.yaml: its formulas checked, put in order and into stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from generator.pack.scoremodel import Line, Rule, ScoreFile, Value
from generator.problems import Problems
from generator.score.formula.formula import Formula, list_text, placeholders
from generator.score.formula.program import Engine, Step
from generator.score.formula.rewriting import LOCAL
from generator.score.sheet.sheet import KeyPath, Place, Slot

TOTAL = "rank.total"


@dataclass(frozen=True, slots=True)
class PlannedRule:
    """A rule, its step, and the formulas in its message by their text."""

    rule: Rule
    step: Step
    says: Mapping[str, Formula]


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line, its step, and the formulas in its `why` by their text."""

    name: str
    line: Line
    step: Step
    why: Mapping[str, Formula]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is worked out: `stages` for each player one after the other, then the table's steps.

    `ties` are the keys of the tie-breaks, the most important first; `steps` are all steps by their keys.
    """

    lines: tuple[PlannedLine, ...]
    rules: tuple[PlannedRule, ...]
    table_rules: tuple[PlannedRule, ...]
    stages: tuple[tuple[Step, ...], ...]
    table: tuple[Step, ...]
    ties: tuple[str, ...]
    steps: Mapping[str, Step]
    behind: Mapping[str, frozenset[str]]
    """Every name that a step rests on, directly or through others."""


class Planner:
    """Checks the formulas of a score.yaml; what is wrong goes to `problems`."""

    def __init__(
        self,
        file: ScoreFile,
        place: Place,
        slots: Mapping[str, Slot],
        engine: Engine,
        problems: Problems,
    ) -> None:
        self.file = file
        self.place = place
        self.engine = engine
        self.problems = problems
        self.common = {"players"}
        named = {*slots, *file.values, *file.lines}
        everybody = {f"all.{name}" for name in named}
        self.names = self.common | named | everybody | {f"written.{line}" for line in file.lines} | {"me"}
        of_table = {name for name, slot in slots.items() if slot.per_table}
        self.table_names = self.common | everybody | of_table | set(file.table.values)

    def plan(self) -> Plan | None:
        """Return the plan, None when a formula is wrong."""
        before = len(self.problems.errors)
        values = [self._value(("values", name), name, value) for name, value in self.file.values.items()]
        lines = [self._line(name, line) for name, line in self.file.lines.items()]
        rules = [self._rule(("rules", n), n, rule, self.names) for n, rule in enumerate(self.file.rules)]
        ranks = self._ranks()
        of_table, table_rules = self._table()
        if len(self.problems.errors) > before:
            return None
        steps = [*_sound(values), *(x.step for x in _sound(lines)), *(x.step for x in _sound(rules)), *_sound(ranks)]
        stages, behind = self._stages(steps)
        table = self._ordered([*_sound(of_table), *(x.step for x in _sound(table_rules))])
        if stages is None or table is None:
            return None
        ties = tuple(f"rank.tie{n}" for n in range(len(self.file.table.ties)))
        by_key = {step.key: step for step in (*steps, *table)}
        return Plan(
            tuple(_sound(lines)), tuple(_sound(rules)), tuple(_sound(table_rules)), stages, table, ties, by_key, behind
        )

    # -------------------------------------------------------------- formulas

    def _formula(self, text: str, path: KeyPath, names: set[str], local: bool = False) -> Formula | None:
        return self.engine.formula(text, self.place(path), names | LOCAL if local else names, self.problems)

    def _each(self, declared: Any, path: KeyPath, names: set[str]) -> Formula | None:
        if declared is None:
            return None
        text = list_text(declared) if isinstance(declared, list) else declared
        return self._formula(text, path, names)

    def _value(
        self, path: tuple[str, ...], name: str, value: Value | str, known: set[str] | None = None
    ) -> Step | None:
        names = self.names if known is None else known
        if isinstance(value, str):
            formula = self._formula(value, path, names)
            return Step(name, formula) if formula else None
        formula = self._formula(value.formula, (*path, "is"), names, value.each is not None)
        each = self._each(value.each, (*path, "each"), names)
        return Step(name, formula, each) if formula else None

    def _line(self, name: str, line: Line) -> PlannedLine | None:
        path = ("lines", name)
        rows = line.each if line.rows is None else f"range({line.rows})"
        each = self._each(rows, (*path, "each" if line.rows is None else "rows"), self.names)
        formula = self._formula(line.formula, (*path, "is"), self.names, rows is not None)
        why = self._says(line.why or "", (*path, "why"), self.names, rows is not None)
        return PlannedLine(name, line, Step(name, formula, each), why) if formula else None

    def _rule(self, path: KeyPath, number: int | str, rule: Rule, names: set[str]) -> PlannedRule | None:
        repeated = rule.each is not None
        that = self._formula(rule.that, (*path, "that"), names, repeated)
        when = self._formula(rule.when, (*path, "when"), names, repeated) if rule.when else None
        each = self._each(rule.each, (*path, "each"), names)
        says = self._says(rule.says, (*path, "says"), names, repeated)
        return PlannedRule(rule, Step(f"rule.{number}", that, each, when), says) if that else None

    def _says(self, text: str, path: KeyPath, names: set[str], local: bool) -> dict[str, Formula]:
        formulas = {inner: self._formula(inner, path, names, local) for inner in placeholders(text)}
        return {inner: formula for inner, formula in formulas.items() if formula}

    def _ranks(self) -> list[Step | None]:
        steps: list[Step | None] = []
        if self.file.total is not None:
            formula = self._formula(self.file.total, ("total",), self.names)
            steps.append(Step(TOTAL, formula) if formula else None)
        for number, text in enumerate(self.file.table.ties):
            formula = self._formula(text, ("table", "ties", number), self.names)
            steps.append(Step(f"rank.tie{number}", formula) if formula else None)
        return steps

    def _table(self) -> tuple[list[Step | None], list[PlannedRule | None]]:
        names = self.table_names
        table = self.file.table
        values = [self._value(("table", "values", name), name, value, names) for name, value in table.values.items()]
        rules = [self._rule(("table", "rules", n), f"t{n}", rule, names) for n, rule in enumerate(table.rules)]
        return values, rules

    # -------------------------------------------------------------- order

    def _ordered(self, steps: list[Step]) -> tuple[Step, ...] | None:
        by_key = {step.key: step for step in steps}
        graph = {step.key: _needed(step) & by_key.keys() for step in steps}
        try:
            order = list(TopologicalSorter(graph).static_order())
        except CycleError as error:
            circle = [str(name) for name in reversed(error.args[1])]
            place = by_key[circle[0]].formula.place
            self.problems.error(
                place, f"these need each other in a circle: {' → '.join(circle)}", remedy="break the circle"
            )
            return None
        return tuple(by_key[key] for key in order)

    def _stages(self, steps: list[Step]) -> tuple[tuple[tuple[Step, ...], ...] | None, dict[str, frozenset[str]]]:
        ordered = self._ordered(steps)
        if ordered is None:
            return None, {}
        level: dict[str, int] = {}
        behind: dict[str, frozenset[str]] = {}
        for step in ordered:
            level[step.key] = max((_level(name, level) for name in step.reads), default=0)
            behind[step.key] = step.reads.union(*(behind.get(name, frozenset()) for name in _needed(step)))
        last = max(level.values(), default=0)
        stages = tuple(tuple(s for s in ordered if level[s.key] == number) for number in range(last + 1))
        return stages, behind


def _needed(step: Step) -> set[str]:
    """Return the steps that must come before: for `all.x` that is x of every player."""
    return {name.removeprefix("all.") for name in step.reads}


def _level(name: str, level: Mapping[str, int]) -> int:
    space, _, rest = name.rpartition(".")
    return level[rest] + 1 if space == "all" and rest in level else level.get(name, 0)


def _sound(items: Iterable[Any]) -> list[Any]:
    return [item for item in items if item is not None]
