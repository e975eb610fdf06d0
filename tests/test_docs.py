"""The documentation is true: its commands run, its examples hold, its tables are fresh, its links lead somewhere.

In a page, `<!-- write: path -->` and `<!-- append: path -->` above a block say that the
reader saves it under that path, `<!-- edit: path: old → new -->` that the reader changes
something there. All blocks of a page are gone through in order, in one empty folder.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import click
import pytest
from conftest import MakePack

from generator.cli.main import main
from generator.pack import shipped
from generator.pack.model import PackFile, SlotFile
from generator.pack.scoremodel import Kind, ScoreFile
from generator.pack.source.located import Source
from generator.pack.source.table import read_table
from generator.pack.source.values import scalar
from generator.pack.source.yaml import read_yaml
from generator.pack.validation import validated
from generator.problems import Failed, Location, Problems
from generator.progress import Step
from generator.score import examples
from generator.score.formula.numbers import exact, number_from
from generator.score.formula.program import Engine
from generator.score.scoring import compile_score
from generator.stories import build, score
from generator.stories.check import check
from generator.stories.options import BuildOptions

ROOT = Path(__file__).resolve().parent.parent
STARTER = ROOT / "templates" / "starter"


def module(name: str) -> ModuleType:
    """Import a script of docs/."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


generate = module("generate")
pictures = module("pictures")
PAGES: dict[str, str] = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in generate.pages()
}
EVERYTHING = "\n".join(PAGES.values())


class Block(NamedTuple):
    """A fenced block, or an edit: the words after its language, its text and its line."""

    language: str
    about: str
    text: str
    line: int
    directive: str


_BLOCK = re.compile(
    r"(?:^<!-- (?P<directive>(?:write|append): \S+) -->\n)?^```(?P<language>\w*) *(?P<about>[^\n]*)\n(?P<text>.*?)^```$"
    r"|^<!-- edit: (?P<edit>[^\n]+) -->$",
    re.MULTILINE | re.DOTALL,
)


def blocks(page: str) -> Iterator[Block]:
    for found in _BLOCK.finditer(PAGES[page]):
        line = PAGES[page][: found.start()].count("\n") + 1
        if found["edit"]:
            yield Block("", "", found["edit"], line, "edit")
        else:
            yield Block(found["language"], found["about"], found["text"], line, found["directive"] or "")


def with_blocks(*languages: str) -> list[str]:
    return [page for page in PAGES if any(block.language in languages for block in blocks(page))]


# ------------------------------------------------------------------ commands


def playsheet(command: list[str], folder: Path) -> tuple[str, int]:
    """Run the command in a folder; return what a terminal shows, and the status."""
    run = subprocess.run(
        [sys.executable, "-c", "from generator.cli.main import main; main(prog_name='playsheet')", *command[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return run.stdout.decode(), run.returncode


def console(block: Block, folder: Path, where: str) -> None:
    """Run each `$` line of a block and compare what it shows; each ends well unless `$ echo $?` says how."""
    status = 0
    prompts = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE)
    assert prompts, f"{where}: no command"
    for number, (line, shown) in enumerate(prompts):
        if line == "echo $?":
            assert shown.strip() == str(status), f"{where}: {line}"
            continue
        words, _, target = line.partition(" > ")
        command = shlex.split(words)
        assert command[0] == "playsheet", f"{where}: {line}"
        out, status = playsheet(command, folder)
        if target:
            (folder / target.strip()).write_text(out, encoding="utf-8")
            out = ""
        asked = number + 1 < len(prompts) and prompts[number + 1][0] == "echo $?"
        assert asked or status == 0, f"{where}: {line} ended with {status}:\n{out}"
        if shown.strip() or not target:
            assert alike(shown, out), f"{where}: {line} shows\n{out}\nnot\n{shown}"


def alike(expected: str, out: str) -> bool:
    """Compare what a command shows with the manual, where `…` stands for any text."""
    pattern = ".*?".join(re.escape(part) for part in _tidy(expected).split("…"))
    return re.fullmatch(pattern, _tidy(out), re.DOTALL) is not None


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def edited(text: str, folder: Path) -> None:
    path, _, change = text.partition(": ")
    old, arrow, new = change.partition(" → ")
    target = folder / path
    content = target.read_text(encoding="utf-8")
    assert arrow and content.count(old) == 1, f"{path} holds {old!r} {content.count(old)} times"
    target.write_text(content.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("page", with_blocks("console"))
def test_commands_do_what_the_page_shows(page: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    for block in blocks(page):
        kind, _, path = block.directive.partition(": ")
        if kind == "edit":
            edited(block.text, tmp_path)
        elif kind:
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("a" if kind == "append" else "w", encoding="utf-8") as file:
                file.write(block.text)
        elif block.language == "console":
            console(block, tmp_path, f"{page}:{block.line}")


def test_every_command_and_option_is_documented() -> None:
    assert isinstance(main, click.Group)
    for name, command in main.commands.items():
        assert f"playsheet {name}" in PAGES["README.md"]
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert any(f"{name}" in EVERYTHING for name in parameter.opts), parameter.opts


def test_make_targets_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`?make (\w+)", "\n".join(re.findall(r"```sh\n.*?```|`[^`\n]+`", EVERYTHING, re.DOTALL))))
    assert {"print", "test"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


# ------------------------------------------------------------------ examples of files


def source(block: Block, where: str) -> Source:
    reader = read_table if block.language == "csv" else read_yaml
    return reader(block.text.encode(), where)


def tables(page: str) -> dict[str, Any]:
    """Return the tables of the starter pack and those that a page shows as `table: name`."""
    found = {"cards": read_table((STARTER / "cards.csv").read_bytes(), "cards.csv").data}
    for block in blocks(page):
        if block.about.startswith("table: "):
            found[block.about.removeprefix("table: ")] = source(block, page).data
    return found


@pytest.mark.parametrize("page", with_blocks("yaml"))
def test_examples_of_files_are_right(page: str) -> None:
    for block in blocks(page):
        if block.language != "yaml" or block.directive:
            continue
        problems = Problems()
        given = source(block, f"{page}:{block.line}")
        if block.about == "pack.yaml":
            whole = read_yaml((STARTER / "pack.yaml").read_bytes(), "pack.yaml").data | given.data
            validated(PackFile, Source(given.file, whole), problems)
        elif block.about == "score.yaml":
            file = validated(ScoreFile, given, problems)
            assert file is None or compile_score("game", file, given.place, tables(page), problems) or len(problems)
        elif block.about.startswith("slots: "):
            validated(SlotFile, given, problems)
        elif block.about == "expect.yaml":
            assert all(set(entry) <= set(examples._KEYS) for entry in given.data)
        else:
            assert block.about.startswith("table: "), f"{page}:{block.line}: which file is this an example of?"
        assert not list(problems), [str(problem) for problem in problems]


@pytest.mark.parametrize("page", with_blocks("python"))
def test_examples_of_tests_are_tests(page: str) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_*.py"))
    for block in blocks(page):
        assert block.language != "python" or block.text in tests, f"{page}:{block.line}"


@pytest.mark.parametrize("page", with_blocks("jinja"))
def test_examples_of_templates_are_drawn(page: str, tmp_path: Path) -> None:
    for number, block in enumerate(block for block in blocks(page) if block.language == "jinja"):
        folder = tmp_path / f"pack{number}"
        shutil.copytree(STARTER, folder)
        text = block.text
        if "{% extends" not in text:
            text = (
                '{% extends "common/face.svg.j2" %}{% block face %}{% import "common/sheet.svg.j2" as sheet %}' + text
            )
            text += "{% endblock %}"
        (folder / "templates" / "card.svg.j2").write_text(text, encoding="utf-8")
        problems = Problems()
        try:
            build.build(BuildOptions(str(folder), components=("cards",), out=tmp_path), problems, lambda _: None)
        except Failed as failure:
            problems.extend(failure.problems)
        assert not list(problems), f"{page}:{block.line}: {[str(problem) for problem in problems]}"


def lines(kind: str) -> list[tuple[str, str]]:
    """Return the pairs of `left → right` in the blocks ```text kind."""
    pairs = []
    for page in PAGES:
        for block in blocks(page):
            if block.language == "text" and block.about == kind:
                for line in block.text.splitlines():
                    left, arrow, right = line.partition("→")
                    assert arrow, f"{page}:{block.line}: {line}"
                    pairs.append((left.strip(), right.strip()))
    assert pairs
    return pairs


@pytest.mark.parametrize(("formula", "result"), lines("formulas"))
def test_formulas_give_what_the_page_says(formula: str, result: str) -> None:
    problems = Problems()
    engine = Engine(tables("docs/scoring.md"))
    checked = engine.formula(formula, Location("page"), (), problems)
    assert checked, [str(problem) for problem in problems]
    expected = engine.formula(result, Location("page"), (), problems)
    assert expected, [str(problem) for problem in problems]
    assert engine.result(checked) == engine.result(expected)


@pytest.mark.parametrize(("typed", "number"), lines("numbers"))
def test_numbers_are_read_as_the_page_says(typed: str, number: str) -> None:
    expected = None if number == "no number" else exact(json.loads(number))
    assert number_from(json.loads(typed)) == expected


@pytest.mark.parametrize(("typed", "value"), lines("scalars"))
def test_values_are_read_as_the_page_says(typed: str, value: str) -> None:
    assert scalar("" if typed == "(nothing)" else typed) == json.loads(value)


# ------------------------------------------------------------------ tables, links, pictures


@pytest.mark.parametrize("page", PAGES)
def test_tables_are_fresh(page: str) -> None:
    assert generate.refreshed(PAGES[page]) == PAGES[page], "run: python docs/generate.py"


def test_every_table_is_used_and_every_key_described() -> None:
    used = re.findall(r"<!-- begin: ([^\n]*?) -->", EVERYTHING)
    assert sorted(used) == sorted(generate.REGIONS)
    for name in used:
        assert "None" not in generate.REGIONS[name](), name


def test_every_name_of_templates_is_documented() -> None:
    page = PAGES["docs/packs.md"]
    for name, value in generate.names().items():
        if name not in ("range", "namespace"):
            assert f"`{name}`" in page or f"`{name}." in page or f"`{name}(" in page, name
        if name == "pack":
            assert all(f"`pack.{key}`" in page for key in value)
    for name in ("item", "n", "m", "component.id", "component.title", "component.width", "component.height"):
        assert f"`{name}`" in page, name


def test_every_kind_of_box_and_key_of_expectations_is_documented() -> None:
    page = PAGES["docs/scoring.md"]
    assert all(f"| `{kind.value}` |" in page for kind in Kind)
    assert all(f"| `{key}` |" in page for key in examples._KEYS)


def test_every_key_of_the_json_report_is_documented() -> None:
    out, _ = playsheet(["playsheet", "score", "--json", str(ROOT / "data/quadrata-canada/example/table.yaml")], ROOT)
    more, _ = playsheet(
        ["playsheet", "score", "--json", str(STARTER / "example/wrong.yaml"), "--pack", str(STARTER)], ROOT
    )
    found = keys_of(json.loads(out)) | keys_of(json.loads(more))
    assert {"sheets", "players", "lines", "broken"} <= found
    for key in found:
        assert f"`{key}`" in PAGES["docs/scoring.md"], key


def test_every_key_of_the_other_json_is_documented(tmp_path: Path) -> None:
    shutil.copytree(STARTER, tmp_path / "game")
    edited("game/cards.csv: oak,Oak → oak,漢", tmp_path)
    found: set[str] = set()
    for command, game in product(("list", "build", "check"), ("game", "quadrata-canada")):
        out, _ = playsheet(["playsheet", command, game, "--json"], tmp_path)
        data = json.loads(out)
        for pack in data.get("packs", []):
            found |= pack.keys()
            pack.clear()
        found |= keys_of(data)
    assert {"severity", "pages", "faces", "papers"} <= found
    for key in found:
        assert f"`{key}`" in PAGES["docs/commands.md"], key


def keys_of(data: Any) -> set[str]:
    if isinstance(data, dict):
        inner = [keys_of(value) for key, value in data.items() if key != "settings"]
        return set(data).union(*inner)
    return set().union(*(keys_of(value) for value in data)) if isinstance(data, list) else set()


def slug(heading: str) -> str:
    """Return the anchor that a heading gets on the web."""
    text = re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"^```.*?^```", "", PAGES[page], flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?://|mailto:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), f"{page}: {link}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), f"{page}: {link}"


@pytest.mark.parametrize("picture", pictures.PICTURES, ids=lambda picture: picture.name)
def test_pictures_are_small_and_show_what_is_printed_now(picture: Any, tmp_path: Path) -> None:
    from PIL import Image, ImageChops, ImageStat

    path = ROOT / "docs" / "images" / picture.name
    assert path.stat().st_size <= 150_000
    assert f"images/{picture.name})" in EVERYTHING
    now = pictures.rendered(picture, tmp_path).convert("RGB")
    with Image.open(path) as kept:
        difference = ImageStat.Stat(ImageChops.difference(kept.convert("RGB").resize(now.size), now))
    assert max(difference.mean) < 4, "run: python docs/pictures.py"


def test_stages_have_the_names_of_the_stories() -> None:
    stories = [line for module in (build, score) for line in (module.__doc__ or "").splitlines() if "→" in line]
    assert [story.partition(":")[0] for story in stories] == ["build", "score"]
    for story in stories:
        for page in ("README.md", "docs/architecture.md"):
            assert story in PAGES[page]
        for stage in story.partition(": ")[2].split(" → "):
            assert f"| {stage} |" in PAGES["README.md"], stage


def test_the_first_change_names_places_that_are_there() -> None:
    for name in re.findall(r"`((?:generator|templates|tests)/[\w./]*)`", PAGES["CONTRIBUTING.md"]):
        assert (ROOT / name).exists(), name


def test_progress_tells_the_stages_of_the_story(make_pack: MakePack, tmp_path: Path) -> None:
    (story,) = [line for line in (build.__doc__ or "").splitlines() if "→" in line]
    steps: list[Step] = []
    folder = make_pack({"deck.yaml": "- {id: a, text: A}\n"})
    build.build(BuildOptions(str(folder), out=tmp_path), Problems(), steps.append)
    stages = story.removeprefix("build: pack folder → ").split(" → ")
    assert list(dict.fromkeys(step.stage for step in steps)) == stages
    steps.clear()
    check(str(folder), Problems(), steps.append)
    assert list(dict.fromkeys(step.stage for step in steps)) == stages


def test_every_room_of_the_house_is_on_its_page() -> None:
    for path in (ROOT / "generator").iterdir():
        if path.suffix == ".py" and path.name != "__init__.py":
            assert f"`{path.name}`" in PAGES["docs/architecture.md"]
        elif (path / "__init__.py").exists():
            assert f"| `{path.name}/` |" in PAGES["docs/architecture.md"]


def test_the_manual_names_the_packs_that_come_with_the_program() -> None:
    assert all(name in PAGES["README.md"] for name in shipped.packs())
