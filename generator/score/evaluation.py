"""Evaluation: every formula of a plan worked out for every player.

The formulas of a stage run as one program. When something in it can't be worked out they
are gone through one by one, so that only what rests on it stops, and a faulty formula is
shown at its line.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from generator.problems import Problems, quoted
from generator.score.formula.formula import Formula
from generator.score.formula.needs import needs
from generator.score.formula.program import Blank, Engine, Program, Root, Step
from generator.score.formula.rewriting import variable
from generator.score.formula.work import WHAT_FORMULAS_RAISE, MissingAnswer, OutOfTime, shown, too_long
from generator.score.plan import Plan
from generator.score.sheet.answers import Answers, Fault, FilledFile


@dataclass(slots=True)
class Player:
    """One player, from 1, while the sheet is worked out; 0 is the table.

    `variables` are by their names in programs, `results` by the key of the step: what its formula gives, a `Blank`
    where that isn't known, a list of either for a repeated step. `by_hand` are the lines where others go on with the
    number that was written, `faults` what turned out not to be allowed.
    """

    number: int
    answers: Answers
    variables: dict[str, Any]
    results: dict[str, Any] = field(default_factory=dict)
    by_hand: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stage:
    """Steps that run as one program.

    `keys` and `variables` are those of the steps, in their order; `lines` are the keys of lines, and whether each is
    repeated; `gathered` are the variables of `all.x` that the steps complete, with that of x.
    """

    steps: tuple[Step, ...]
    program: Program
    keys: list[str]
    variables: list[str]
    lines: list[tuple[str, bool]]
    gathered: list[tuple[str, str]]


def _gathering(names: Iterable[str], keys: Container[str]) -> list[tuple[str, str]]:
    return [(variable(f"all.{name}"), variable(name)) for name in names if name in keys]


def _gather(players: list[Player], gathered: list[tuple[str, str]]) -> None:
    for together, single in gathered:
        values = [player.variables[single] for player in players]
        for player in players:
            player.variables[together] = values


class Evaluator:
    """Works out the formulas of one plan."""

    def __init__(self, plan: Plan, names: Sequence[str], engine: Engine) -> None:
        """`names` are the boxes and settings."""
        self.plan = plan
        self.engine = engine
        self._lines = {line.step.key for line in plan.lines}
        self._stages: list[Stage] = []
        self._table_stage: Stage | None = None
        self._singles: dict[int, Program] = {}
        self._gathered = _all_of(plan)
        self._gathered_boxes = _gathering(self._gathered, names)
        self._box_variables = [(name, variable(name)) for name in names]
        self._line_variables = [(line.name, variable(f"written.{line.name}")) for line in plan.lines]

    def players(self, everybody: Sequence[Answers], problems: Problems) -> list[Player]:
        """Work out every formula for each player; faulty formulas go to `problems`."""
        players = [self._player(number, answers, len(everybody)) for number, answers in enumerate(everybody, 1)]
        self._work_out(players, problems)
        return players

    def table(self, players: list[Player], filled: FilledFile, problems: Problems) -> Player | None:
        """Work out the table's formulas; None when there are none."""
        if not self.plan.table or not players:
            return None
        if self._table_stage is None:
            self._table_stage = self._stage(self.plan.table)
        table = Player(0, Answers({}, {}, filled, ()), players[0].variables.copy())
        table.answers.doubtful = set().union(*(player.answers.doubtful for player in players))
        self._run(table, self._table_stage, problems)
        return table

    def one(self, formula: Formula, variables: dict[str, Any]) -> Any:
        """Work out one formula by itself; raises what formulas raise, and `Failed` when the time is over."""
        program = self._singles.get(id(formula))
        if program is None:
            program = self._singles[id(formula)] = self.engine.program([Step("result", formula)])
        try:
            return program.run(variables)[0]
        except OutOfTime:
            raise too_long(formula.place, f"formula {quoted(formula.text)}") from None

    def element(self, step: Step, variables: dict[str, Any], row: int) -> dict[str, Any]:
        """Return the variables with those of row `row` (from 1) of a repeated step; 0 for a step without rows."""
        if not row or step.each is None:
            return variables
        return _local(variables, row - 1, self.one(step.each, variables)[row - 1])

    def _player(self, number: int, answers: Answers, players: int) -> Player:
        variables = self.engine.constants.copy()
        variables["n_me"] = number - 1
        variables["n_players"] = players
        values, written = answers.values, answers.written
        for name, name_in_program in self._box_variables:
            variables[name_in_program] = values[name]
        for name, name_in_program in self._line_variables:
            variables[name_in_program] = readable(written[name])
        return Player(number, answers, variables)

    def _work_out(self, players: list[Player], problems: Problems) -> None:
        if not self._stages:
            self._stages = [self._stage(steps) for steps in self.plan.stages]
        _gather(players, self._gathered_boxes)
        for stage in self._stages:
            for player in players:
                self._run(player, stage, problems)
            _gather(players, stage.gathered)

    def _stage(self, steps: tuple[Step, ...]) -> Stage:
        keys = [step.key for step in steps]
        variables = [variable(key) for key in keys]
        lines = [(step.key, step.each is not None) for step in steps if step.key in self._lines]
        return Stage(steps, self.engine.program(steps), keys, variables, lines, _gathering(self._gathered, keys))

    def _run(self, player: Player, stage: Stage, problems: Problems) -> None:
        try:
            results = stage.program.run(player.variables)
        except WHAT_FORMULAS_RAISE:  # go through them one by one to find it
            self._run_carefully(player, stage, problems)
            return
        except OutOfTime:  # what takes the most of it comes to light within a little more
            self.engine.work.allow(0.1)
            self._run_carefully(player, stage, problems)
            raise
        by_key = dict(zip(stage.keys, results, strict=True))
        if not all(numeric(by_key[line], repeated) for line, repeated in stage.lines):
            self._run_carefully(player, stage, problems)
            return
        player.results.update(by_key)
        player.variables.update(zip(stage.variables, results, strict=True))

    def _run_carefully(self, player: Player, stage: Stage, problems: Problems) -> None:
        for step in stage.steps:
            result = self._one(step, player, problems)
            if step.key in self._lines:
                result = self._checked_line(step, result, player, problems)
            player.results[step.key] = result
            player.variables[variable(step.key)] = self._or_by_hand(step, result, player)

    def _checked_line(self, step: Step, result: Any, player: Player, problems: Problems) -> Any:
        single = result if isinstance(result, list) and step.each is not None else [result]
        wrong = [value for value in single if not isinstance(value, Blank) and not numeric(value)]
        if not wrong:
            return result
        if (
            result is None
            and f"written.{step.key}" in step.reads
            and readable(player.answers.written[step.key]) is None
        ):
            return Blank([Root(player.number, step.key, 0)])  # it rests on what stands there, and nothing does
        return self._fault(step.formula, f"gives {shown(wrong[0])}, a line must be a number", player, problems)

    def _or_by_hand(self, step: Step, result: Any, player: Player) -> Any:
        """Return what others go on with: the written number where a line can't be worked out."""
        if step.key not in self._lines:
            return result
        written = player.answers.written[step.key]
        if isinstance(result, Blank) and readable(written) is not None and not isinstance(written, list):
            player.by_hand.add(step.key)
            return written
        if isinstance(result, list) and isinstance(written, list):
            pairs = zip(result, [*written, *[None] * len(result)], strict=False)
            values = [w if isinstance(r, Blank) and readable(w) is not None else r for r, w in pairs]
            if any(m is not r for m, r in zip(values, result, strict=True)):
                player.by_hand.add(step.key)
            return values
        return result

    def _one(self, step: Step, player: Player, problems: Problems) -> Any:
        """Work out one step; what can't be known is a `Blank`."""
        if step.each is None:
            return self._guarded(step, step.formula, player.variables, player, problems)
        elements = self._guarded(step, step.each, player.variables, player, problems)
        if isinstance(elements, Blank):
            return elements
        if not isinstance(elements, list):
            return self._fault(step.each, f"gives {shown(elements)}, each: needs a list", player, problems)
        return [
            self._guarded(step, step.formula, _local(player.variables, index, element), player, problems)
            for index, element in enumerate(elements)
        ]

    def _guarded(
        self, step: Step, formula: Formula, variables: dict[str, Any], player: Player, problems: Problems
    ) -> Any:
        when = step.when if formula is step.formula else None

        def work_out(known: dict[str, Any]) -> Any:
            return self.one(formula, known) if when is None or self.one(when, known) else True

        try:
            return work_out(variables)
        except MissingAnswer:
            return Blank(needs(work_out, formula.reads | (when.reads if when else frozenset()), variables))
        except WHAT_FORMULAS_RAISE as error:
            doubtful = player.answers.doubtful & self._behind(step)
            if doubtful:
                return Blank([Root(player.number, name, 0) for name in sorted(doubtful)])
            return self._fault(formula, str(error) or type(error).__name__, player, problems, variables)

    def _behind(self, step: Step) -> frozenset[str]:
        behind = self.plan.behind.get(step.key, step.reads)
        return behind | {name.rpartition(".")[2] for name in behind}

    def _fault(
        self,
        formula: Formula,
        what: str,
        player: Player,
        problems: Problems,
        variables: Mapping[str, Any] | None = None,
    ) -> Blank:
        variables = player.variables if variables is None else variables
        read = [f"{name} = {shown(variables.get(variable(name)))}" for name in sorted(formula.reads)][:12]
        who = f" (player {player.number})" if player.number else ""
        values = f"; it read {', '.join(read)}{who}" if read else who
        problems.error(formula.place, f"formula {formula.text!r}: {what}{values}")
        return Blank(())


def _all_of(plan: Plan) -> list[str]:
    """Return every x of which some formula reads `all.x`."""
    read = {name for step in plan.steps.values() for name in step.reads}
    for formulas in (*(r.says for r in (*plan.rules, *plan.table_rules)), *(line.why for line in plan.lines)):
        read.update(*(formula.reads for formula in formulas.values()))
    return sorted(name.removeprefix("all.") for name in read if name.startswith("all."))


def readable(value: Any) -> Any:
    """Return a written value, None for one that couldn't be read."""
    if isinstance(value, list):
        return [readable(item) for item in value]
    return None if isinstance(value, Blank) else value


_NUMERIC = frozenset({int, bool, Fraction})


def numeric(value: Any, repeated: bool = False) -> bool:
    """Return whether a line's result is a number, or for a repeated line a list of numbers."""
    if repeated:
        return type(value) is list and all(type(item) in _NUMERIC for item in value)
    return type(value) in _NUMERIC


def _local(variables: Mapping[str, Any], index: int, element: Any) -> dict[str, Any]:
    return {**variables, "v_i": index, "v_row": index + 1, "v_it": element}
