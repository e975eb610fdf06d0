"""Scoring: answers → lines and rules → report."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from generator.pack.scoremodel import Kind, ScoreFile
from generator.problems import Location, Problems
from generator.score.answers import Answers, Fault, Filled, Form, TableAnswers
from generator.score.explain import Explainer
from generator.score.formula import Formula, variable
from generator.score.numbers import Number, whole
from generator.score.plan import TOTAL, Plan, PlannedLine, PlannedRule, Planner
from generator.score.program import Blank, Engine, Program, Root, Step
from generator.score.report import (
    Broken,
    LineResult,
    Message,
    Need,
    PlayerReport,
    Report,
    Standing,
    Status,
    Unchecked,
    Why,
)
from generator.score.sheet import Builder, Place, Slot
from generator.score.work import MissingAnswer, shown


def compile_score(
    game: str, file: ScoreFile, place: Place, tables: Mapping[str, Any], problems: Problems
) -> Scorer | None:
    """Return the scorer of a score.yaml; what is wrong goes to `problems`, and None comes back.

    `place` tells where a key of score.yaml stands; `tables` are the pack's data tables by name.
    """
    engine = Engine(tables)
    before = len(problems.errors)
    slots = Builder(file, place, engine, problems).slots()
    plan = Planner(file, place, slots, engine, problems).plan()
    if plan is None or len(problems.errors) > before:
        return None
    return Scorer(game, file, slots, plan, engine)


@dataclass(slots=True)
class _Player:
    """One player while the sheet is worked out: variables by their program names, results by step."""

    number: int
    answers: Answers
    variables: dict[str, Any]
    found: dict[str, Any] = field(default_factory=dict)
    by_hand: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Stage:
    """Steps that run as one program; `gathered` are the variables of `all.x` that they complete, with that of x."""

    steps: tuple[Step, ...]
    program: Program
    keys: list[str]
    variables: list[str]
    lines: list[tuple[str, bool]]
    gathered: list[tuple[str, str]]


def _gathering(names: Iterable[str], known: Container[str]) -> list[tuple[str, str]]:
    return [(variable(f"all.{name}"), variable(name)) for name in names if name in known]


def _gather(players: list[_Player], gathered: list[tuple[str, str]]) -> None:
    for together, single in gathered:
        values = [player.variables[single] for player in players]
        for player in players:
            player.variables[together] = values


class Scorer:
    """Scores the filled sheets of one game."""

    def __init__(self, game: str, file: ScoreFile, slots: Mapping[str, Slot], plan: Plan, engine: Engine) -> None:
        self.file = file
        self.game = game
        self.slots = slots
        self.plan = plan
        self.engine = engine
        self.lines = {line.name: _line_slot(line, slots, engine) for line in plan.lines}
        self.form = Form(game, slots, self.lines)
        self._line_steps = {line.step.key for line in plan.lines}
        self._stages: list[_Stage] = []
        self._table_stage: _Stage | None = None
        self._singles: dict[int, Program] = {}
        self._explainer = Explainer(plan, engine)
        read = set().union(*(step.reads for step in plan.steps.values()))
        for rule in (*plan.rules, *plan.table_rules):
            read.update(*(formula.reads for formula in rule.says.values()))
        self._gathered = sorted(name.removeprefix("all.") for name in read if name.startswith("all."))
        self._gathered_slots = _gathering(self._gathered, slots)
        self._slot_variables = [(name, variable(name)) for name in slots]
        self._line_variables = [(name, variable(f"written.{name}")) for name in self.lines]

    def read(self, filled: Filled) -> TableAnswers:
        """Return the answers of a filled file; `Failed` when it isn't one of this game."""
        return self.form.read(filled)

    def score(self, table: TableAnswers) -> Report:
        """Return the report on all players' answers."""
        problems = Problems()
        players = [self._player(n, answers, len(table.players)) for n, answers in enumerate(table.players, 1)]
        self._work_out(players, problems)
        broken, unchecked = self._table_rules(players, table, problems)
        reports = tuple(self._report(player) for player in players)
        return Report(
            game=self.game,
            language=table.language,
            settings=self._settings(table),
            players=reports,
            broken=(*_faults(table.faults), *broken),
            unchecked=unchecked,
            standings=self._standings(players),
            problems=tuple(problems),
        )

    def _settings(self, table: TableAnswers) -> tuple[tuple[str, Any], ...]:
        """Return label and value of the table's settings that the file names."""
        values = table.players[0].values if table.players else {}
        named = [slot for name, slot in self.slots.items() if slot.per_table and name in table.filled.data]
        shown_values = ((slot, values[slot.name]) for slot in named)
        return tuple((s.label, _labelled(s, v)) for s, v in shown_values if v is not None and not isinstance(v, Blank))

    # -------------------------------------------------------------- working out

    def _player(self, number: int, answers: Answers, players: int) -> _Player:
        variables = self.engine.constants.copy()
        variables["n_me"] = number - 1
        variables["n_players"] = players
        values, written = answers.values, answers.written
        for name, called in self._slot_variables:
            variables[called] = values[name]
        for name, called in self._line_variables:
            variables[called] = _known(written[name])
        return _Player(number, answers, variables)

    def _work_out(self, players: list[_Player], problems: Problems) -> None:
        if not self._stages:
            self._stages = [self._stage(steps) for steps in self.plan.stages]
        _gather(players, self._gathered_slots)
        for stage in self._stages:
            for player in players:
                self._run(player, stage, problems)
            _gather(players, stage.gathered)

    def _stage(self, steps: tuple[Step, ...]) -> _Stage:
        keys = [step.key for step in steps]
        variables = [variable(key) for key in keys]
        lines = [(step.key, step.each is not None) for step in steps if step.key in self._line_steps]
        return _Stage(steps, self.engine.program(steps), keys, variables, lines, _gathering(self._gathered, keys))

    def _run(self, player: _Player, stage: _Stage, problems: Problems) -> None:
        try:
            results = stage.program.run(player.variables)
        except Exception:  # whatever a formula raised: go through them one by one to find it
            self._run_carefully(player, stage, problems)
            return
        found = dict(zip(stage.keys, results, strict=True))
        if not all(_numeric(found[line], repeated) for line, repeated in stage.lines):
            self._run_carefully(player, stage, problems)
            return
        player.found.update(found)
        player.variables.update(zip(stage.variables, results, strict=True))

    def _run_carefully(self, player: _Player, stage: _Stage, problems: Problems) -> None:
        for step in stage.steps:
            result = self._one(step, player, problems)
            if step.key in self._line_steps:
                result = self._checked_line(step, result, player, problems)
            player.found[step.key] = result
            player.variables[variable(step.key)] = self._or_by_hand(step, result, player)

    def _checked_line(self, step: Step, result: Any, player: _Player, problems: Problems) -> Any:
        single = result if isinstance(result, list) and step.each is not None else [result]
        wrong = [value for value in single if not isinstance(value, Blank) and not _numeric(value)]
        if not wrong:
            return result
        return self._fault(step.formula, f"gives {shown(wrong[0])}, a line must be a number", player, problems)

    def _or_by_hand(self, step: Step, result: Any, player: _Player) -> Any:
        """Return what others go on with: the written number where a line can't be worked out."""
        if step.key not in self._line_steps:
            return result
        written = player.answers.written[step.key]
        if isinstance(result, Blank) and _known(written) is not None and not isinstance(written, list):
            player.by_hand.add(step.key)
            return written
        if isinstance(result, list) and isinstance(written, list):
            pairs = zip(result, [*written, *[None] * len(result)], strict=False)
            mixed = [w if isinstance(r, Blank) and _known(w) is not None else r for r, w in pairs]
            if any(m is not r for m, r in zip(mixed, result, strict=True)):
                player.by_hand.add(step.key)
            return mixed
        return result

    def _one(self, step: Step, player: _Player, problems: Problems) -> Any:
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
        self, step: Step, formula: Formula, variables: dict[str, Any], player: _Player, problems: Problems
    ) -> Any:
        try:
            if step.when is not None and formula is step.formula and not self._single(step.when, variables):
                return True
            return self._single(formula, variables)
        except MissingAnswer:
            return Blank(_roots(formula, step, variables))
        except Exception as error:
            doubtful = player.answers.doubtful & self._behind(step)
            if doubtful:
                return Blank([(name, 0) for name in sorted(doubtful)])
            return self._fault(formula, str(error) or type(error).__name__, player, problems, variables)

    def _behind(self, step: Step) -> frozenset[str]:
        found = self.plan.behind.get(step.key, step.reads)
        return found | {name.rpartition(".")[2] for name in found}

    def _fault(
        self,
        formula: Formula,
        what: str,
        player: _Player,
        problems: Problems,
        variables: Mapping[str, Any] | None = None,
    ) -> Blank:
        variables = player.variables if variables is None else variables
        read = [f"{name} = {shown(variables.get(variable(name)))}" for name in sorted(formula.reads)][:12]
        values = f"; it read {', '.join(read)}" if read else ""
        problems.error(
            formula.place,
            f"formula {formula.text!r}: {what}{values}",
            remedy=f"(player {player.number})" if player.number else "",
        )
        return Blank(())

    def _single(self, formula: Formula, variables: dict[str, Any]) -> Any:
        """Work out one formula by itself."""
        program = self._singles.get(id(formula))
        if program is None:
            program = self._singles[id(formula)] = self.engine.program([Step("result", formula)])
        return program.run(variables)[0]

    # -------------------------------------------------------------- reporting

    def _report(self, player: _Player) -> PlayerReport:
        lines: list[LineResult] = []
        for line in self.plan.lines:
            self._line(line, player, lines)
        broken, unchecked = self._rules(self.plan.rules, player)
        name = player.answers.values.get("player")
        total = _known(player.variables.get(variable(TOTAL)))
        behind = self.plan.behind.get(TOTAL, frozenset())
        return PlayerReport(
            number=player.number,
            name=name if isinstance(name, str) else None,
            lines=tuple(lines),
            broken=(*_faults(player.answers.faults), *_faults(player.faults), *broken),
            unchecked=tuple(unchecked),
            total=whole(total) if isinstance(total, (int, Fraction)) else None,
            by_hand=bool(player.by_hand & behind),
        )

    def _line(self, planned: PlannedLine, player: _Player, lines: list[LineResult]) -> None:
        right = player.found[planned.name]
        written = player.answers.written[planned.name]
        if planned.step.each is None or isinstance(right, Blank):
            lines.append(self._compared(planned, player, 0, right, None if isinstance(written, list) else written))
            return
        typed = written if isinstance(written, list) else []
        self._too_many(planned, player, len(right), typed)
        for index, one in enumerate(right):
            lines.append(self._compared(planned, player, index + 1, one, typed[index] if index < len(typed) else None))

    def _too_many(self, planned: PlannedLine, player: _Player, rows: int, typed: list[Any]) -> None:
        if any(_known(value) is not None for value in typed[rows:]):
            values = {"written": len([v for v in typed if v is not None]), "most": rows}
            says = "{label}: a list of {written}, allowed are {most}"
            place = player.answers.place(planned.name)
            player.faults.append(Fault(says, values, planned.line.label, 0, place, planned.line.breaks or ""))

    def _compared(self, planned: PlannedLine, player: _Player, row: int, right: Any, written: Any) -> LineResult:
        written = _known(written)
        missing: tuple[Need, ...] = ()
        why: Why | None = None
        if isinstance(right, Blank):
            status, missing, right = Status.MISSING, self._needs(right.roots), None
        else:
            right = int(right) if isinstance(right, bool) else right
            status = _status(right, written, planned.line.sign == "any")
        if status is not Status.OK and right is not None:
            right = whole(right)
            why = self._why(planned, player, row)
        place = player.answers.place(planned.name)
        breaks = planned.line.breaks or self.file.breaks.line
        return LineResult(planned.name, planned.line.label, row, written, right, status, why, missing, breaks, place)

    def _why(self, planned: PlannedLine, player: _Player, row: int) -> Why | None:
        variables = player.variables
        if row and planned.step.each is not None:
            elements = self._single(planned.step.each, variables)
            variables = _local(variables, row - 1, elements[row - 1])
        if planned.line.why:
            return self._message(planned.line.why, planned.why, variables)
        try:
            return self._explainer.why(planned.step.formula, variables)
        except Exception:  # an explanation is a courtesy; without one the numbers still stand
            return None

    def _message(self, text: str, formulas: Mapping[str, Formula], variables: dict[str, Any]) -> Message:
        return Message(text, {inner: self._filled(formula, variables) for inner, formula in formulas.items()})

    def _filled(self, formula: Formula, variables: dict[str, Any]) -> Any:
        try:
            value = self._single(formula, variables)
            self.engine.work.weigh(value)
        except Exception:  # a message must come out whole even where one of its values can't
            return None
        return value

    def _needs(self, roots: Iterable[Root]) -> tuple[Need, ...]:
        return tuple(Need(self.slots[name].label if name in self.slots else name, row) for name, row in roots)

    # -------------------------------------------------------------- rules

    def _rules(self, rules: tuple[PlannedRule, ...], player: _Player) -> tuple[list[Broken], list[Unchecked]]:
        broken: list[Broken] = []
        unchecked: list[Unchecked] = []
        for planned in rules:
            result = player.found[planned.step.key]
            if result is True:
                continue
            for row, one in enumerate(result, 1) if isinstance(result, list) and planned.step.each else [(0, result)]:
                if isinstance(one, Blank):
                    if one.roots:
                        unchecked.append(Unchecked(planned.rule.id, planned.rule.level, self._needs(one.roots)))
                elif not one:
                    broken.append(self._broken(planned, player, row))
        return broken, list(dict.fromkeys(unchecked))

    def _broken(self, planned: PlannedRule, player: _Player, row: int) -> Broken:
        variables = player.variables
        if row and planned.step.each is not None:
            variables = _local(variables, row - 1, self._single(planned.step.each, variables)[row - 1])
        message = self._message(planned.rule.says, planned.says, variables)
        return Broken(planned.rule.id, message, planned.rule.level, self._place(planned.step, player.answers, row))

    def _place(self, step: Step, answers: Answers, row: int) -> Location:
        """Return where a rule is broken: the row of its list, else the first box that it reads and the file holds."""
        box = self.slots.get(step.each.text) if step.each is not None else None
        if box is not None and answers.typed(box.name):
            return answers.place(box.name, row)
        return answers.place(next((name for name in sorted(step.reads) if answers.typed(name)), None))

    def _table_rules(
        self, players: list[_Player], table: TableAnswers, problems: Problems
    ) -> tuple[tuple[Broken, ...], tuple[Unchecked, ...]]:
        if not self.plan.table or not players:
            return (), ()
        if self._table_stage is None:
            self._table_stage = self._stage(self.plan.table)
        whole_table = _Player(0, Answers({}, {}, table.filled, ()), players[0].variables.copy())
        whole_table.answers.doubtful = set().union(*(player.answers.doubtful for player in players))
        self._run(whole_table, self._table_stage, problems)
        broken, unchecked = self._rules(self.plan.table_rules, whole_table)
        return tuple(broken), tuple(unchecked)

    # -------------------------------------------------------------- ranking

    def _standings(self, players: list[_Player]) -> tuple[Standing, ...]:
        totals = {p.number: _known(p.variables.get(variable(TOTAL))) for p in players}
        ranked = [p for p in players if isinstance(totals[p.number], (int, Fraction))]
        ties = [variable(key) for key in self.plan.ties]
        ties = [tie for tie in ties if all(_numeric(p.variables[tie]) for p in ranked)]
        sign = -1 if self.file.table.wins == "lowest" else 1
        keys = {p.number: (sign * totals[p.number], *(p.variables[tie] for tie in ties)) for p in ranked}
        ordered = sorted(ranked, key=lambda p: keys[p.number], reverse=True)
        places = {p.number: 1 + sum(1 for other in keys.values() if other > keys[p.number]) for p in ordered}
        return tuple(Standing(p.number, places[p.number], whole(totals[p.number])) for p in ordered)


def _labelled(slot: Slot, value: Any) -> Any:
    """Return a choice's label where it has one."""
    return slot.labels.get(value, value) if slot.labels and isinstance(value, str) else value


def _line_slot(planned: PlannedLine, slots: Mapping[str, Slot], engine: Engine) -> Slot:
    rows = None if planned.step.each is None else _row_count(planned.step.each, slots, engine)
    return Slot(planned.name, planned.line.label, Kind.NUMBER, step=0, rows=rows, blank=None)


def _row_count(each: Formula, slots: Mapping[str, Slot], engine: Engine) -> int:
    """Return how many rows a line has: known for lists of the pack and boxes with rows, else at most 200."""
    sample = {variable(name): [None] * slot.rows for name, slot in slots.items() if slot.rows is not None}
    try:
        return len(engine.result(each, sample))
    except Exception:  # it rests on answers
        return 200


def _faults(faults: Iterable[Fault]) -> tuple[Broken, ...]:
    return tuple(Broken(f.breaks, Message(f.says, f.values), "error", f.place, f.label, f.row) for f in faults)


def _known(value: Any) -> Any:
    """Return a written value, None for one that couldn't be read."""
    if isinstance(value, list):
        return [_known(item) for item in value]
    return None if isinstance(value, Blank) else value


_NUMERIC = frozenset({int, bool, Fraction})


def _numeric(value: Any, repeated: bool = False) -> bool:
    """Return whether a line's result is a number, or for a repeated line a list of numbers."""
    if repeated:
        return type(value) is list and all(type(item) in _NUMERIC for item in value)
    return type(value) in _NUMERIC


def _status(right: Number, written: Any, any_sign: bool) -> Status:
    if written is None:
        return Status.UNWRITTEN
    if written == right or (any_sign and written == -right):
        return Status.OK
    return Status.WRONG


def _local(variables: Mapping[str, Any], index: int, element: Any) -> dict[str, Any]:
    return {**variables, "v_i": index, "v_row": index + 1, "v_it": element}


def _roots(formula: Formula, step: Step, variables: Mapping[str, Any]) -> list[Root]:
    """Return the empty boxes behind the names that a formula reads."""
    roots: list[Root] = []
    reads = formula.reads | (step.when.reads if step.when and formula is step.formula else frozenset())
    for name in sorted(reads):
        _collect(variables.get(variable(name)), roots)
    return roots


def _collect(value: Any, roots: list[Root], depth: int = 0) -> None:
    if isinstance(value, Blank):
        roots.extend(value.roots)
    elif isinstance(value, list) and depth < 3:
        for item in value:
            _collect(item, roots, depth + 1)
