"""Following: which wrong lines another wrong line follows from, as its sum is right with the numbers written there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.score.evaluation import Evaluator, Player, numeric, readable
from generator.score.formula.program import Blank, Step
from generator.score.formula.rewriting import variable
from generator.score.formula.work import WHAT_FORMULAS_RAISE
from generator.score.plan import PlannedLine
from generator.score.report import LineResult, Need, Status


class Follower:
    """Works lines out once more, from what is written in the lines before them."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        plan = evaluator.plan
        self._lines = {line.name: line for line in plan.lines}
        self._steps = [step for stage in plan.stages for step in stage if step.key in plan.behind]

    def following(self, lines: Sequence[LineResult], player: Player) -> list[LineResult]:
        """Return the lines, each wrong one with the wrong lines that it follows from."""
        wrong = {line.name: line for line in lines if line.status is Status.WRONG}
        if len(wrong) < 2:
            return list(lines)
        roots: dict[str, tuple[str, ...]] = {}
        for step in self._steps:
            if step.key in wrong:
                roots[step.key] = self._roots(self._lines[step.key], player, wrong, roots)
        return [self._told(line, roots, wrong) if line.status is Status.WRONG else line for line in lines]

    def _told(
        self, line: LineResult, roots: Mapping[str, tuple[str, ...]], wrong: Mapping[str, LineResult]
    ) -> LineResult:
        follows = tuple(Need(wrong[name].label, 0) for name in roots.get(line.name, ()))
        return replace(line, follows=follows) if follows else line

    def _roots(
        self,
        line: PlannedLine,
        player: Player,
        wrong: Mapping[str, LineResult],
        roots: Mapping[str, tuple[str, ...]],
    ) -> tuple[str, ...]:
        """Return the wrong lines from which what is written in `line` follows, without those that follow themselves."""
        behind = [name for name in roots if name in self.evaluator.plan.behind[line.name]]
        if not behind:
            return ()
        try:
            result = self._worked_out(line, player, wrong)
        except WHAT_FORMULAS_RAISE:  # with these numbers it can't be worked out, so nothing follows from them
            return ()
        written = readable(player.answers.written[line.name])
        if not _alike(result, written, line.line.sign == "any"):
            return ()
        return tuple(dict.fromkeys(root for name in behind for root in (roots[name] or (name,))))

    def _worked_out(self, line: PlannedLine, player: Player, wrong: Mapping[str, LineResult]) -> Any:
        """Return what the line gives when the lines before it are as they were written."""
        behind = self.evaluator.plan.behind[line.name]
        variables = dict(player.variables)
        for step in self._steps:
            if step.key not in behind or player.variables.get(variable(step.key)) is None:
                continue
            before = self._lines.get(step.key)
            written = readable(player.answers.written[step.key]) if before else None
            if before and written is not None:
                right = player.variables[variable(step.key)]
                variables[variable(step.key)] = _as_meant(written, right, before.line.sign == "any")
            elif not wrong.keys().isdisjoint(self.evaluator.plan.behind[step.key]):
                variables[variable(step.key)] = self._step(step, variables)
        return self._step(line.step, variables)

    def _step(self, step: Step, variables: dict[str, Any]) -> Any:
        one = self.evaluator.one
        if step.each is None:
            return one(step.formula, variables)
        rows = range(1, len(one(step.each, variables)) + 1)
        return [one(step.formula, self.evaluator.element(step, variables, row)) for row in rows]


def _as_meant(written: Any, right: Any, any_sign: bool) -> Any:
    """Return what stands in a line, with the right sign where any may stand; in an empty row what is right."""
    if isinstance(right, list) and isinstance(written, list):
        rows = [*written, *[None] * len(right)]
        return [right[n] if rows[n] is None else _as_meant(rows[n], right[n], any_sign) for n in range(len(right))]
    if any_sign and numeric(written) and numeric(right):
        return abs(written) if right >= 0 else -abs(written)
    return written


def _alike(result: Any, written: Any, any_sign: bool) -> bool:
    if isinstance(result, list):
        rows = written if isinstance(written, list) else []
        return all(one is None or _alike(value, one, any_sign) for value, one in zip(result, rows, strict=False))
    if isinstance(result, Blank) or not numeric(result) or not numeric(written):
        return False
    return bool(written == result or (any_sign and written == -result))
