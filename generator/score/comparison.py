"""Comparison: what was worked out against what was written, line by line and rule by rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from jinja2.runtime import Undefined

from generator.pack.scoremodel import Kind, ScoreFile, Value
from generator.pack.source.text import Verbatim
from generator.problems import Location
from generator.score.evaluation import Evaluator, Player, readable
from generator.score.explain import Explainer
from generator.score.following import Follower
from generator.score.formula.formula import Formula
from generator.score.formula.numbers import Number, whole
from generator.score.formula.program import Blank, Root, Step
from generator.score.formula.rewriting import variable
from generator.score.formula.work import WHAT_FORMULAS_RAISE
from generator.score.plan import TOTAL, PlannedLine, PlannedRule
from generator.score.report import (
    BrokenRule,
    FilledBox,
    LineResult,
    Message,
    Need,
    PlayerReport,
    Status,
    UncheckedRule,
    Why,
)
from generator.score.sheet.answers import TOO_MANY, Answers, Fault
from generator.score.sheet.sheet import NAME_BOX, Slot


class Comparison:
    """Compares players' sheets with what the evaluator worked out."""

    def __init__(self, file: ScoreFile, slots: Mapping[str, Slot], evaluator: Evaluator) -> None:
        self.file = file
        self.slots = slots
        self.evaluator = evaluator
        self.plan = evaluator.plan
        self.labels = {name: slot.label for name, slot in slots.items()}
        self.labels |= {line.name: line.line.label for line in self.plan.lines}
        self.labels |= {
            name: value.label for name, value in file.values.items() if isinstance(value, Value) and value.label
        }
        self._order = {name: number for number, name in enumerate(self.labels)}
        self._explainer = Explainer(self.plan, evaluator.engine)
        self._follower = Follower(evaluator)
        self._free = {name for name, slot in slots.items() if slot.kind is Kind.TEXT}

    def player(self, player: Player) -> PlayerReport:
        """Return the report on one player."""
        lines: list[LineResult] = []
        for line in self.plan.lines:
            self._line(line, player, lines)
        broken, unchecked = self.rules(self.plan.rules, player)
        name = player.answers.values.get(NAME_BOX.name)
        total = readable(player.variables.get(variable(TOTAL)))
        behind = self.plan.behind.get(TOTAL, frozenset())
        return PlayerReport(
            number=player.number,
            name=name if isinstance(name, str) else None,
            lines=tuple(self._follower.following(lines, player)),
            broken=(*broken_by([*player.answers.faults, *player.faults]), *broken),
            unchecked=tuple(unchecked),
            total=whole(total) if isinstance(total, (int, Fraction)) else None,
            by_hand=bool(player.by_hand & behind),
            filled=tuple(self._from_route(player.answers)) if player.answers.from_route else (),
        )

    def _from_route(self, answers: Answers) -> Iterator[FilledBox]:
        """Yield what was filled in from a route."""
        for name, slot in self.slots.items():
            value = answers.from_route.get(name)
            if value is not None and value is not False and not (isinstance(value, list) and set(value) <= {None}):
                yield FilledBox(name, slot.label, value)

    def _line(self, planned: PlannedLine, player: Player, lines: list[LineResult]) -> None:
        right = player.results[planned.name]
        written = player.answers.written[planned.name]
        if planned.step.each is None or isinstance(right, Blank):
            lines.append(self._compared(planned, player, 0, right, None if isinstance(written, list) else written))
            return
        rows = written if isinstance(written, list) else []
        self._too_many(planned, player, len(right), rows)
        for index, one in enumerate(right):
            lines.append(self._compared(planned, player, index + 1, one, rows[index] if index < len(rows) else None))

    def _too_many(self, planned: PlannedLine, player: Player, rows: int, written_rows: list[Any]) -> None:
        if any(readable(value) is not None for value in written_rows[rows:]):
            values = {"written": len([value for value in written_rows if value is not None]), "most": rows}
            says = TOO_MANY
            place = player.answers.place(planned.name)
            player.faults.append(Fault(says, values, planned.line.label, 0, place, planned.line.breaks or ""))

    def _compared(self, planned: PlannedLine, player: Player, row: int, right: Any, written: Any) -> LineResult:
        written = readable(written)
        missing: tuple[Need, ...] = ()
        why: Why | None = None
        if isinstance(right, Blank):
            status, missing, right = Status.MISSING, self._needs(right.roots, player), None
        else:
            right = int(right) if isinstance(right, bool) else right
            status = _status(right, written, planned.line.sign == "any")
        if right is not None and status is not Status.OK:
            right = whole(right)
            if status is Status.WRONG or right:
                why = self._why(planned, player, row)
        place = player.answers.place(planned.name)
        breaks = planned.line.breaks or self.file.breaks.line
        return LineResult(planned.name, planned.line.label, row, written, right, status, why, missing, breaks, place)

    def _why(self, planned: PlannedLine, player: Player, row: int) -> Why | None:
        variables = self.evaluator.element(planned.step, player.variables, row)
        if planned.line.why:
            return self._message(planned.line.why, planned.why, variables, planned.step)
        try:
            return self._explainer.why(planned.step.formula, variables)
        except WHAT_FORMULAS_RAISE:  # an explanation is a courtesy; without one the numbers still stand
            return None

    def _message(self, text: str, formulas: Mapping[str, Formula], variables: dict[str, Any], step: Step) -> Message:
        return Message(text, {inner: self._value_of(formula, variables, step) for inner, formula in formulas.items()})

    def _value_of(self, formula: Formula, variables: dict[str, Any], step: Step) -> Any:
        try:
            value = self.evaluator.one(formula, variables)
            self.evaluator.engine.work.weigh(value)
        except WHAT_FORMULAS_RAISE:  # a message must come out whole even where one of its values can't
            return None
        return _showable(value, self._of_players(formula, step))

    def _of_players(self, formula: Formula, step: Step) -> bool:
        """Return whether what a formula gives is a text that a player wrote, such as a name."""
        local = "it" in formula.reads and step.each is not None
        reads = formula.reads | (step.each.reads if local and step.each else frozenset())
        bare = {name.removeprefix("all.") for name in reads}
        return not self._free.isdisjoint(bare.union(*(self.plan.behind.get(name, frozenset()) for name in bare)))

    def _needs(self, roots: Iterable[Root], player: Player) -> tuple[Need, ...]:
        """Return the empty boxes in the sheet's order, the player's own first."""
        ordered = sorted(roots, key=lambda r: (r.player != player.number, r.player, self._order.get(r.name, 0), r.row))
        return tuple(
            Need(self.labels[root.name], root.row, 0 if root.player == player.number else root.player)
            for root in ordered
        )

    # -------------------------------------------------------------- rules

    def rules(self, rules: tuple[PlannedRule, ...], player: Player) -> tuple[list[BrokenRule], list[UncheckedRule]]:
        """Return the rules that are broken and those that can't be checked."""
        broken: list[BrokenRule] = []
        unchecked: list[UncheckedRule] = []
        for planned in rules:
            result = player.results[planned.step.key]
            if result is True:
                continue
            for row, one in enumerate(result, 1) if isinstance(result, list) and planned.step.each else [(0, result)]:
                if isinstance(one, Blank):
                    if one.roots:
                        unchecked.append(
                            UncheckedRule(planned.rule.id, planned.rule.level, self._needs(one.roots, player))
                        )
                elif not one:
                    broken.append(self._broken(planned, player, row))
        return broken, list(dict.fromkeys(unchecked))

    def _broken(self, planned: PlannedRule, player: Player, row: int) -> BrokenRule:
        variables = self.evaluator.element(planned.step, player.variables, row)
        message = self._message(planned.rule.says, planned.says, variables, planned.step)
        return BrokenRule(planned.rule.id, message, planned.rule.level, self._place(planned.step, player.answers, row))

    def _place(self, step: Step, answers: Answers, row: int) -> Location:
        """Return where a rule is broken: the row of its list, else the first box that it reads and the file holds."""
        box = self.slots.get(step.each.text) if step.each is not None else None
        if box is not None and answers.holds(box.name):
            return answers.place(box.name, row)
        return answers.place(next((name for name in sorted(step.reads) if answers.holds(name)), None))


def _showable(value: Any, of_players: bool) -> Any:
    """Return a value that a message can show: what isn't known is none, and what players wrote stays as it is."""
    if isinstance(value, list):
        return [_showable(item, of_players) for item in value]
    if of_players and isinstance(value, str):
        return Verbatim(value)
    return None if isinstance(value, Undefined) else value


def _status(right: Number, written: Any, any_sign: bool) -> Status:
    if written is None:
        return Status.UNWRITTEN
    if written == right or (any_sign and written == -right):
        return Status.OK
    return Status.WRONG


def broken_by(faults: Iterable[Fault]) -> tuple[BrokenRule, ...]:
    """Return the rules that faulty values break, in the order of the file."""
    ordered = sorted(faults, key=lambda fault: fault.place)
    return tuple(BrokenRule(f.breaks, Message(f.says, f.values), "error", f.place, f.label, f.row) for f in ordered)
