"""What is wrong with a filled file is told in the language of the report, and every text of it is translated."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from generator.pack.words.localise import common
from generator.problems import ALLOWED, Location, Problem, Problems, Severity, say, translated

PACKAGE = Path(__file__).parents[1] / "generator"


def sayings() -> set[str]:
    """Return every text in the program that is said so that it can be translated."""
    calls = [
        node
        for path in PACKAGE.rglob("*.py")
        if "cli" not in path.parts  # whose `say` prints a line
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"
    ]
    texts = [call.args[0] for call in calls]
    assert all(isinstance(text, ast.Constant) for text in texts)
    return {str(text.value) for text in texts if isinstance(text, ast.Constant)} | {ALLOWED}


@pytest.mark.parametrize("language", ["ru", "pl", "be-tarask"])
def test_every_text_about_a_file_is_translated(language: str) -> None:
    entries = common(language, Problems())
    assert len(sayings()) > 30
    assert sayings() - set(entries) == set()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("game: cascadia\nlanguage: pl\nbear: [1, , 2]\n", [], "3:11: error: puste miejsce na liście: bear: ["),
        ("game: cascadia\nlanguage: ru\nbear 2\n# c\nelk: 1\n", [], "3:1: error: нет двоеточия: bear 2; напишите"),
        ("language: be-tarask\nbear: 2\n", [], "1:1: error: файл ня кажа, якая гэта гульня; пачніце яго з game: "),
        ("game: cascadia\nplayers: 3\n", ["--lang", "pl"], "2:10: error: players musi być listą; dozwolone: "),
        ('{"game": "cascadia", "language": "pl", "players": 3}', [], "error: players musi być listą"),
        ("game: cascadia\nlanguage: pl\nbear: 1\nbear: 2\n", [], "4:1: error: klucz 'bear' występuje dwa razy, "),
        ("game: cascadia\nlanguage: fr\nplayers: 3\n", [], "3:10: error: players must be a list; allowed: one entry "),
        ("game: cascadia\nplayers: 3\n", [], "2:10: error: players must be a list; allowed: one entry "),
    ],
)  # fmt: skip
def test_a_file_s_problems_speak_the_language_of_the_report(
    text: str, options: list[str], message: str, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["score", str(sheet), *options])
    assert result.exit_code == 1
    assert message in result.output


def test_a_problem_without_words_stays_english() -> None:
    place = Location("a")
    saying = say("{a} and {b}", a="{b}", b=2)
    assert saying == "{b} and 2"
    problem = Problem(Severity.ERROR, place, saying, "x", "y")
    assert translated(problem, {}) == problem
    assert translated(problem, {"{a} and {b}": "{b} i {a}"}).what == "2 i {b}"
    assert translated(problem, {ALLOWED: "dozwolone: {choices}"}).what == "{b} and 2; dozwolone: x"
