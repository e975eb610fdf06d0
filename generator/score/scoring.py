"""Scoring: answers → lines and rules → report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.pack.scoremodel import Kind, ScoreFile
from generator.pack.source.text import Verbatim
from generator.problems import Location, Problems
from generator.score.comparison import Comparison, broken_by
from generator.score.evaluation import Evaluator, Player
from generator.score.formula.formula import Formula, in_words
from generator.score.formula.program import Blank, Engine
from generator.score.formula.rewriting import variable
from generator.score.formula.work import WHAT_FORMULAS_RAISE, OutOfTime, too_long
from generator.score.plan import Plan, PlannedLine, Planner
from generator.score.ranking import standings, with_ties
from generator.score.report import BrokenRule, PlayerReport, Report, UncheckedRule
from generator.score.route.checker import RouteChecker
from generator.score.route.prepared import PreparedRoute
from generator.score.route.replay import NO_FINDINGS, Findings, Replay
from generator.score.sheet.answers import FilledFile, Form, TableAnswers
from generator.score.sheet.sheet import Place, Slot, SlotBuilder
from generator.score.sheet.spelling import ENGLISH, Spelling


def compile_score(
    game: str, file: ScoreFile, place: Place, tables: Mapping[str, Any], problems: Problems
) -> Scorer | None:
    """Return the scorer of a score.yaml; what is wrong goes to `problems`, and None comes back.

    `place` tells where a key of score.yaml stands; `tables` are the pack's data tables by name. `Failed` when working
    out what the boxes rest on takes too long.
    """
    engine = Engine(tables)
    try:
        return _compiled(game, file, place, engine, problems)
    except OutOfTime:
        raise too_long(place(()), "the formulas of its boxes") from None


def _compiled(game: str, file: ScoreFile, place: Place, engine: Engine, problems: Problems) -> Scorer | None:
    before = len(problems.errors)
    slots = SlotBuilder(file, place, engine, problems).slots()
    planner = Planner(file, place, slots, engine, problems)
    plan = planner.plan()
    behind = plan.behind if plan else {}
    checker = RouteChecker(file.route, place, slots, planner.names, engine, problems, behind) if file.route else None
    prepared = checker.prepared() if checker else None
    if plan is None or len(problems.errors) > before:
        return None
    return Scorer(game, file, slots, plan, engine, place(()), prepared)


class Scorer:
    """Scores the filled sheets of one game."""

    def __init__(
        self,
        game: str,
        file: ScoreFile,
        slots: Mapping[str, Slot],
        plan: Plan,
        engine: Engine,
        place: Location,
        prepared: PreparedRoute | None = None,
    ) -> None:
        self.game = game
        self.place = place
        self._work = engine.work
        self.file = file
        self.slots = slots
        self.lines = {line.name: _line_slot(line, slots, engine) for line in plan.lines}
        self.form = Form(game, slots, self.lines, prepared is not None)
        self._replay = Replay(prepared) if prepared else None
        self._plan = plan
        self._evaluator = Evaluator(plan, list(slots), engine)
        self._comparison = Comparison(file, slots, self._evaluator)

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of boxes, settings and lines, and of values that have one."""
        return self._comparison.labels

    def read(self, filled: FilledFile, spelling: Spelling = ENGLISH) -> TableAnswers:
        """Return the answers of a filled file; `Failed` when it isn't one of this game."""
        return self.form.read(filled, spelling)

    def score(self, table: TableAnswers) -> Report:
        """Return the report on all players' answers; who wrote a route alone has the boxes that it makes.

        A formula that fails is a problem of the report; `Failed` when all of them together take too long.
        """
        self._work.allow()
        try:
            return self._score(table, Problems())
        except OutOfTime:
            raise too_long(self.place, "its formulas") from None

    def _score(self, table: TableAnswers, problems: Problems) -> Report:
        players = self._evaluator.players(table.players, problems)
        broken, unchecked = self._table_rules(players, table, problems)
        findings = self._replay.findings(players, problems) if self._replay else NO_FINDINGS
        if findings.filled:
            return self._score(_filled_in(table, findings), problems)
        return Report(
            game=self.game,
            language=table.language,
            settings=self._settings(table),
            players=tuple(_with_findings(findings, self._comparison.player(player)) for player in players),
            broken=(*broken_by(table.faults), *broken, *findings.table),
            unchecked=tuple(unchecked),
            standings=with_ties(standings(players, self._plan.ties, self.file.table.wins), players, self._ties()),
            problems=tuple(problems),
        )

    def _ties(self) -> list[tuple[str, str]]:
        """Return the steps of the tie-breaks and what each counts, in words."""
        labels = self.labels
        texts = (labels.get(text) or Verbatim(in_words(text, labels)) for text in self.file.table.ties)
        return list(zip(self._plan.ties, texts, strict=True))

    def _settings(self, table: TableAnswers) -> tuple[tuple[str, Any], ...]:
        """Return label and value of the table's settings that the file names."""
        values = table.players[0].values if table.players else {}
        named = [slot for name, slot in self.slots.items() if slot.per_table and name in table.filled.data]
        shown_values = ((slot, values[slot.name]) for slot in named)
        return tuple((s.label, _labelled(s, v)) for s, v in shown_values if v is not None and not isinstance(v, Blank))

    def _table_rules(
        self, players: list[Player], table: TableAnswers, problems: Problems
    ) -> tuple[list[BrokenRule], list[UncheckedRule]]:
        together = self._evaluator.table(players, table.filled, problems)
        return self._comparison.rules(self._plan.table_rules, together) if together else ([], [])


def _filled_in(table: TableAnswers, findings: Findings) -> TableAnswers:
    """Return the answers with the boxes that routes make."""
    from_routes = [findings.filled.get(number, {}) for number in range(1, len(table.players) + 1)]
    players = [
        replace(answers, values={**answers.values, **boxes}, from_route=boxes)
        for answers, boxes in zip(table.players, from_routes, strict=True)
    ]
    return replace(table, players=players)


def _with_findings(findings: Findings, report: PlayerReport) -> PlayerReport:
    """Return the report on a player with what the replay found."""
    broken, unchecked = (by_player.get(report.number, ()) for by_player in (findings.broken, findings.unchecked))
    if not broken and not unchecked:
        return report
    return replace(report, broken=(*broken, *report.broken), unchecked=(*report.unchecked, *unchecked))


def _labelled(slot: Slot, value: Any) -> Any:
    """Return a choice's label where it has one, and a text as it was written."""
    if slot.kind is Kind.TEXT and isinstance(value, str):
        return Verbatim(value)
    return slot.labels.get(value, value) if slot.labels and isinstance(value, str) else value


def _line_slot(planned: PlannedLine, slots: Mapping[str, Slot], engine: Engine) -> Slot:
    rows = None if planned.step.each is None else _row_count(planned.step.each, slots, engine)
    return Slot(planned.name, planned.line.label, Kind.NUMBER, step=0, rows=rows, blank=None)


def _row_count(each: Formula, slots: Mapping[str, Slot], engine: Engine) -> int:
    """Return how many rows a line has: known for lists of the pack and boxes with rows, else at most 200."""
    sample = {variable(name): [None] * slot.rows for name, slot in slots.items() if slot.rows is not None}
    try:
        return len(engine.result(each, sample))
    except WHAT_FORMULAS_RAISE:  # it rests on answers
        return 200
