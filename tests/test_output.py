"""What is printed: JSON in every case, nothing that does something to a terminal, and whatever was written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import PACK, MakePack

from generator.cli.main import main
from generator.problems import visible

ROOT = Path(__file__).resolve().parent.parent
DECK = "- {id: a, text: One}\n"
EVIL = "\x9b31mred \u202eback \u2066 \u200f\u061c"
"""A sign that begins a colour in a terminal, and what turns the line round; YAML and file names may hold them."""

SHOWN = r"\x9b31mred \u202eback \u2066 \u200f\u061c"
OTHER = '{% extends "common/face.svg.j2" %}{% block face %}{% endblock %}'
TWO = PACK + "  other: {title: Other, template: other.svg.j2, size: [63, 88]}\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def process(
    *arguments: object, encoding: str = "utf-8", closed: tuple[int, ...] = ()
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with these standard streams closed."""
    words = ["exec", '"$@"', *(f"{number}>&-" for number in closed)]
    command = [sys.executable, "-m", "generator", *map(str, arguments)]
    return subprocess.run(
        ["/bin/sh", "-c", " ".join(words), "sh", *command],
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding},
        capture_output=True,
    )


# ------------------------------------------------------------------ JSON


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["build", "cascadia", "--profile", "nope"], 1),
        (["build", "nothing"], 1),
        (["build", "cascadia", "--component", "nope"], 1),
        (["build", "cascadia", "--lang", "xx"], 1),
        (["build", "cascadia", "--copies", "0"], 2),
        (["build", "--no-such-option"], 2),
        (["build", "cascadia", "--format", "png", "--icc", "x"], 2),
        (["list", "nothing"], 1),
        (["check", "nothing"], 1),
        (["score", "nothing.yaml"], 1),
        (["score", "nothing.pdf"], 1),
        (["score"], 2),
        (["schema", "--nope"], 2),
        (["nope"], 2),
    ],
)
def test_the_outcome_is_json_in_every_case(arguments: list[str], status: int) -> None:
    result = run(*arguments, "--json")
    assert result.exit_code == status
    problems = json.loads(result.stdout)["problems"]
    assert any(problem["severity"] == "error" and problem["what"] for problem in problems)
    assert bool(result.stderr) == (status == 2)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1251", "utf-8"])
def test_json_is_json_in_the_letters_that_a_terminal_has(encoding: str) -> None:
    done = process("check", "Ćma😀é", "--json", encoding=encoding)
    assert done.returncode == 1
    (problem,) = json.loads(done.stdout.decode(encoding))["problems"]
    assert problem["file"] == "Ćma😀é"
    assert done.stdout.isascii() == (encoding != "utf-8")


# ------------------------------------------------------------------ closed streams


@pytest.mark.parametrize("closed", [(2,), (1,), (0,), (1, 2), (0, 1, 2)])
def test_closed_streams_keep_nothing_from_being_written(
    make_pack: MakePack, tmp_path: Path, closed: tuple[int, ...]
) -> None:
    folder, out = make_pack({"deck.yaml": DECK}), tmp_path / "out"
    done = process("build", folder, "-o", out, closed=closed)
    assert done.returncode == 0
    assert (out / "testpack/en/card.pdf").read_bytes().startswith(b"%PDF")
    assert done.stdout == (b"" if 1 in closed else f"{out}/testpack/en/card.pdf  1 page\n".encode())
    assert process("build", tmp_path / "nothing", closed=closed).returncode == 1


# ------------------------------------------------------------------ what does something to a terminal


def test_what_is_not_seen_is_shown_by_its_code() -> None:
    assert visible(EVIL + "\x1b[2J\r\u2028\ud800\ufeff") == SHOWN + r"\x1b[2J\r\u2028\ud800\ufeff"
    assert visible("Żółw · ўў — “x” 🏴 👨‍👩‍👧") == "Żółw · ўў — “x” 🏴 👨‍👩‍👧"


@pytest.mark.parametrize("command", ["list", "build", "check", "score", "blank", "new", "calibrate"])
def test_nothing_that_does_something_reaches_a_terminal(make_pack: MakePack, tmp_path: Path, command: str) -> None:
    score = f'boxes:\n  a: {{label: "A {EVIL}", from: 0, to: 9}}\nlines:\n  total: {{label: "T {EVIL}", is: a + 1}}\n'
    score += f'rules:\n  - {{id: "R {EVIL}", that: a < 3, says: "Too many {EVIL}."}}\ntotal: total\n'
    pack = PACK.replace("title: Test\n", f'title: "Test {EVIL}"\n').replace("title: Card", f'title: "Card {EVIL}"')
    folder = make_pack({"deck.yaml": DECK, "score.yaml": score}, name=f"x{EVIL}", pack=pack)
    sheet = tmp_path / f"s{EVIL}.yaml"
    sheet.write_text(f'player: "P {EVIL}\\e[2J\\nThe sheet holds."\na: 5\ntotal: 7\nb{EVIL}: 3\n', encoding="utf-8")
    arguments: dict[str, list[object]] = {
        "list": ["list", folder],
        "build": ["build", folder, "--component", f"y{EVIL}", "-o", tmp_path / f"out{EVIL}"],
        "check": ["check", folder],
        "score": ["score", sheet, "--pack", folder],
        "blank": ["score", "--blank", folder],
        "new": ["new", tmp_path / f"n{EVIL}" / "game"],
        "calibrate": ["calibrate", f"--name=x{EVIL}", "--width=179", "--height=249"],
    }
    for options in ([], ["--json"]) if command in ("list", "build", "check", "score") else ([],):
        result = run(*arguments[command], *options)
        said = result.stdout + result.stderr
        assert visible(said.replace("\n", "")) == said.replace("\n", "")
        assert "u202e" in said
        assert "fault of the program" not in said
        assert "The sheet holds." not in said.splitlines()


def test_wrong_usage_repeats_nothing_of_the_kind() -> None:
    for arguments in ([f"x{EVIL}"], ["build", f"--x{EVIL}"], ["build", "--dpi", f"x{EVIL}"]):
        result = run(*arguments)
        assert result.exit_code == 2
        assert visible(result.stderr.replace("\n", "")) == result.stderr.replace("\n", "")


# ------------------------------------------------------------------ what was written


def test_what_was_written_is_told_though_another_document_failed(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK, "templates/other.svg.j2": "{{ nothing }}"}, pack=TWO)
    out = tmp_path / "out"
    result = run("build", folder, "-o", out)
    assert result.exit_code == 1
    assert result.stdout == f"{out}/testpack/en/card.pdf  1 page\n"
    assert "other.svg.j2:1" in result.stderr
    told = json.loads(run("build", folder, "-o", out, "--json").stdout)
    assert [file["path"] for file in told["files"]] == [f"{out}/testpack/en/card.pdf"]
    assert len(told["problems"]) == 1


def test_what_was_written_is_told_though_the_next_cant_be(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK, "templates/other.svg.j2": OTHER}, pack=TWO)
    out = tmp_path / "out"
    (out / "testpack/en/other.pdf/in-the-way").mkdir(parents=True)
    result = run("build", folder, "-o", out)
    assert result.exit_code == 1
    assert result.stdout == f"{out}/testpack/en/card.pdf  1 page\n"
    assert "other.pdf: error: can't be written" in result.stderr


def test_several_components_are_printed_each_once(make_pack: MakePack, tmp_path: Path) -> None:
    third = "  third: {title: Third, template: other.svg.j2, size: [63, 88]}\n"
    folder = make_pack({"deck.yaml": DECK, "templates/other.svg.j2": OTHER}, pack=TWO + third)
    out = tmp_path / "out"
    result = run("build", folder, "--component", "third", "--component", "card", "--component", "third", "-o", out)
    assert result.stdout.split() == [
        *(f"{out}/testpack/en/card.pdf", "1", "page"),
        *(f"{out}/testpack/en/third.pdf", "1", "page"),
    ]
    wrong = run("build", folder, "--component", "thrid", "--component", "card", "--component", "cadr", "-o", out)
    assert wrong.exit_code == 1
    assert "no component 'thrid'; allowed: card, other, third; did you mean 'third'?" in wrong.stderr
    assert "no component 'cadr'; allowed: card, other, third; did you mean 'card'?" in wrong.stderr
