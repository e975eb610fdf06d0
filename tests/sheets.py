"""Small score sheets for tests: declared and filled as text."""

from __future__ import annotations

from typing import Any

from generator.pack.scoremodel import ScoreFile
from generator.pack.source.json import read_json
from generator.pack.source.yaml import read_yaml
from generator.pack.validation import validated
from generator.pack.words.localise import Words, common
from generator.problems import Location, Problems
from generator.score.formula.program import Engine
from generator.score.formula.rewriting import variable
from generator.score.report import LineResult, Report
from generator.score.scoring import Scorer, compile_score

HERE = Location("score.yaml", 3, 5)


def compiled(text: str, tables: dict[str, Any] | None = None) -> tuple[Scorer | None, list[str]]:
    """Return the scorer of a score.yaml and what is wrong with it."""
    problems = Problems()
    source = read_yaml(text.encode(), "score.yaml")
    file = validated(ScoreFile, source, problems)
    scorer = compile_score("game", file, source.place, tables or {}, problems) if file else None
    return scorer, [str(problem) for problem in problems]


def scorer_of(text: str, tables: dict[str, Any] | None = None) -> Scorer:
    """Return the scorer of a score.yaml without mistakes."""
    scorer, wrong = compiled(text, tables)
    assert scorer is not None, wrong
    return scorer


def scored(scorer: Scorer, text: str) -> Report:
    """Return the report on a sheet filled in YAML."""
    return scorer.score(scorer.read(read_yaml(text.encode(), "filled.yaml")))


def scored_json(scorer: Scorer, text: str) -> Report:
    """Return the report on a sheet filled in JSON."""
    return scorer.score(scorer.read(read_json(text.encode(), "filled.json")))


def line(report: Report, name: str, player: int = 1, row: int = 0) -> LineResult:
    """Return one line of a report."""
    return next(x for x in report.players[player - 1].lines if x.name == name and x.row == row)


def words(language: str = "en") -> Words:
    """Return the program's words in a language."""
    return Words(language, common(language, Problems()), is_source=language == "en")


def result(text: str, **values: Any) -> Any:
    """Work out one formula with these names; `AssertionError` when it has mistakes."""
    engine = Engine()
    problems = Problems()
    formula = engine.formula(text, HERE, set(values), problems)
    assert formula is not None, [str(problem) for problem in problems]
    return engine.result(formula, {variable(name): value for name, value in values.items()})


def mistakes(text: str, *known: str, tables: dict[str, Any] | None = None) -> list[str]:
    """Return what is wrong with a formula that may read the `known` names."""
    problems = Problems()
    Engine(tables).formula(text, HERE, known, problems)
    return [str(problem) for problem in problems]
