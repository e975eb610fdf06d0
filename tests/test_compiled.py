"""Code of templates is kept for the program's own only, and never served for another text."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import jinja2
import pytest

from generator import sandbox
from generator.face import template_cache
from generator.face.loader import Loader
from generator.face.template_cache import TemplateCache
from generator.pack import starter
from generator.sandbox.templates import Templates


@pytest.fixture(autouse=True)
def keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "a.svg.j2").write_text("one {{ n }}")
    return folder


def rendered(folder: Path, shipped: Path) -> str:
    """What a run of its own prints from a.svg.j2 of `folder`."""
    return Templates(Loader((folder,), str), TemplateCache(shipped)).get_template("a.svg.j2").render(n=1)


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".j2")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that were compiled."""
    names: list[str] = []
    compile_ = jinja2.Environment.compile

    def counting(self: jinja2.Environment, source: str, name: str, filename: str, **more: bool) -> object:
        names.append(name)
        return compile_(self, source, name, filename, **more)

    monkeypatch.setattr(jinja2.Environment, "compile", counting)
    return names


def test_the_programs_own_templates_are_compiled_once(shipped: Path, counted: list[str]) -> None:
    assert [rendered(shipped, shipped) for _ in range(3)] == ["one 1"] * 3
    assert counted == ["a.svg.j2"]
    assert [path.parent.name for path in kept(shipped)] == ["__pycache__"]


def test_a_changed_template_is_compiled_again(shipped: Path, counted: list[str]) -> None:
    rendered(shipped, shipped)
    (shipped / "a.svg.j2").write_text("two {{ n }}")
    assert rendered(shipped, shipped) == "two 1"
    assert len(counted) == 2
    assert len(kept(shipped)) == 1


SANDBOX = Path(sandbox.__file__).parent


@pytest.mark.parametrize("module", sorted(path.name for path in SANDBOX.glob("*.py")))
def test_a_changed_sandbox_compiles_again(
    shipped: Path, tmp_path: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    changed = shutil.copytree(SANDBOX, tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sandbox, "__file__", str(changed / "__init__.py"))
    rendered(shipped, shipped)
    rendered(shipped, shipped)
    assert len(counted) == 1, "one that is the same, wherever it lies"
    with (changed / module).open("a", encoding="utf-8") as file:
        file.write("\n# stricter\n")
    rendered(shipped, shipped)
    assert len(counted) == 2


def test_moved_templates_are_compiled_again(shipped: Path, counted: list[str]) -> None:
    rendered(shipped, shipped)
    moved = shipped.rename(shipped.with_name("moved"))
    assert rendered(moved, moved) == "one 1"
    assert len(counted) == 2


def test_a_packs_own_folder_is_neither_written_nor_read(shipped: Path, tmp_path: Path, counted: list[str]) -> None:
    own = tmp_path / "pack" / "templates"
    own.mkdir(parents=True)
    (own / "a.svg.j2").write_text("own {{ n }}")
    before = sorted(tmp_path.rglob("*"))
    assert rendered(own, shipped) == "own 1"
    assert sorted(tmp_path.rglob("*")) == before
    rendered(own, own.parent.parent)  # kept, were it the program's own …
    assert len(kept(own)) == 1
    assert rendered(own, shipped) == "own 1"  # … and not looked at now
    assert len(counted) == 3


@pytest.mark.parametrize("damage", [b"", b"x" * 100, None])
def test_damaged_code_is_not_run(shipped: Path, counted: list[str], damage: bytes | None) -> None:
    rendered(shipped, shipped)
    (file,) = kept(shipped)
    file.write_bytes(file.read_bytes()[:-1] if damage is None else damage)
    assert rendered(shipped, shipped) == "one 1"
    assert len(counted) == 2


def test_nothing_is_written_when_python_writes_none(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(shipped, shipped) == "one 1"
    assert kept(shipped) == []


def test_a_folder_that_cannot_be_written_does_not_matter(shipped: Path, counted: list[str]) -> None:
    (shipped / "__pycache__").write_text("not a folder")
    assert [rendered(shipped, shipped) for _ in range(2)] == ["one 1"] * 2
    assert len(counted) == 2


def test_a_write_that_fails_leaves_nothing(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: Path, target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(template_cache.Path, "replace", failing)
    assert rendered(shipped, shipped) == "one 1"
    assert kept(shipped) == []


def test_python_that_keeps_no_modules_keeps_no_templates(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.implementation, "cache_tag", None)
    assert rendered(shipped, shipped) == "one 1"
    assert kept(shipped) == []


def test_one_run_compiles_a_packs_template_once(shipped: Path, tmp_path: Path, counted: list[str]) -> None:
    once = TemplateCache(tmp_path / "elsewhere")
    for _ in range(2):  # two languages
        assert Templates(Loader((shipped,), str), once).get_template("a.svg.j2").render(n=1) == "one 1"
    assert counted == ["a.svg.j2"]


def test_a_new_pack_starts_without_kept_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(starter.shipped.templates() / "starter", tmp_path / "starter")
    kept_code = tmp_path / "starter" / "templates" / "__pycache__"
    kept_code.mkdir(exist_ok=True)
    (kept_code / "card.svg.cpython-311.pyc").write_bytes(b"code")
    monkeypatch.setattr(starter.shipped, "templates", lambda: tmp_path)
    assert not [path for path in starter.start(tmp_path / "mygame") if "__pycache__" in path.parts]
