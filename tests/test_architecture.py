"""The house holds: imports run one way, heavy libraries stay in their rooms, nothing prints."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "generator"
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if "shipped" not in path.parts
}

# A room is a folder, or a module at the root. It may import the rooms named here, and itself.
LEAVES = {"problems", "progress", "units"}
SVG = {"svg", "svg.css", "svg.core", "svg.paint", "svg.text"}
PRESS = {"press", "press.layout", "press.pdf"}
SCORE = {"score", "score.formula", "score.sheet", "score.route"}
ALLOWED = {
    "problems": set(),
    "units": set(),
    "progress": set(),
    "__main__": {"cli"},
    "sandbox": LEAVES,
    "pack": LEAVES | {"sandbox"},
    "readback": LEAVES | {"pack"},
    "type": LEAVES,
    "svg": LEAVES | SVG | {"type"},
    "svg.css": LEAVES | {"svg"},
    "svg.core": LEAVES | {"type", "svg", "svg.css"},
    "svg.paint": LEAVES | {"type", "svg", "svg.css", "svg.core"},
    "svg.text": LEAVES | {"type", "svg", "svg.css", "svg.core", "svg.paint"},
    "face": LEAVES | SVG | {"sandbox", "pack", "type"},
    "press": LEAVES | {"pack", "face", "press.layout", "svg.core", "type"},
    "press.layout": LEAVES | {"pack", "face"},
    "press.pdf": LEAVES | SVG | {"face", "type", "press", "press.layout"},
    "exports": LEAVES | PRESS | {"pack", "face", "exports.cutters", "exports.makers"},
    "exports.cutters": LEAVES | PRESS | {"face", "exports"},
    "exports.makers": LEAVES | PRESS | {"pack", "face", "exports"},
    "score": LEAVES | SCORE | {"sandbox", "pack"},
    "score.formula": LEAVES | {"sandbox", "pack"},
    "score.sheet": LEAVES | {"pack", "score.formula"},
    "score.route": LEAVES | {"pack", "score", "score.formula", "score.sheet"},
    "profiles": LEAVES | {"pack", "press"},
    "stories": LEAVES
    | SVG
    | PRESS
    | SCORE
    | {"sandbox", "pack", "face", "type", "exports", "exports.cutters", "readback", "profiles"},
    "cli": LEAVES | {"pack", "press", "score", "stories"},
}
ONLY_IN = {
    "reportlab": {"press.pdf"},
    "click": {"cli"},
    "svgwrite": {"face"},
    "uharfbuzz": {"type"},
    "PIL": {"svg.core", "press.pdf", "exports", "exports.makers"},
    "pypdfium2": {"exports", "readback"},
    "lxml": {"svg", "svg.core"},
    "pydantic": {"pack", "profiles"},
    "yaml": {"pack"},
    "jinja2": {"sandbox", "face", "score", "score.formula"},
}


def room(module: str) -> str:
    """Return the folder of a module, or the module itself when it stands at the root."""
    parts = module.split(".")[1:]
    return ".".join(parts[:-1] or parts) if MODULES[module].name != "__init__.py" else ".".join(parts)


def top(module: str) -> str:
    """Return the first folder of a module: its room, with what stands in it."""
    return room(module).split(".")[0]


def imports(path: Path) -> list[tuple[str, bool]]:
    """Every imported module of a file, and whether the import stands at the top (and so runs at start)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = []
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path.name}:{node.lineno}: relative import"
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found += [(name, node in tree.body) for name in names]
    return found


@pytest.mark.parametrize("module", [name for name in MODULES if name != "generator"])
def test_imports_run_one_way(module: str) -> None:
    here = room(module)
    assert here in ALLOWED, f"{module} is in no room of the house"
    for name, _ in imports(MODULES[module]):
        if name in MODULES and name != "generator":
            there = room(name)
            assert there == here or there in ALLOWED[here], f"{module} imports {name}"
        outside = name.split(".")[0]
        if outside in ONLY_IN:
            assert here in ONLY_IN[outside], f"{module} imports {name}"


def test_no_module_is_part_of_a_circle() -> None:
    graph = {
        module: {name for name, _ in imports(path) if name in MODULES and name != module}
        for module, path in MODULES.items()
    }
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> None:
        assert module not in above, " → ".join([*above, module])
        if module not in done:
            for name in graph[module]:
                visit(name, (*above, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def test_heavy_libraries_wait_until_they_are_needed() -> None:
    code = "import sys, generator.stories.build; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    heavy = {
        "reportlab",
        "svgwrite",
        "babel",
        "fontTools",
        "PIL",
        "uharfbuzz",
        "cssselect2",
        "tinycss2",
        "numpy",
        "pypdfium2",
        "generator.exports",
    }
    assert not set(loaded.stdout.split()) & heavy


def test_the_command_starts_with_click_alone() -> None:
    own = [name for name, top in imports(MODULES["generator.cli.main"]) if top and name.startswith("generator")]
    assert own == []


@pytest.mark.parametrize("module", [name for name in MODULES if top(name) != "cli"])
def test_only_the_command_prints_or_exits(module: str) -> None:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    refused = {"print", "exit", "sys.exit", "os._exit", "eval", "exec", "os.chdir", "breakpoint"}
    assert not called & refused


@pytest.mark.parametrize("module", list(MODULES))
def test_packages_hold_a_docstring_and_modules_say_what_they_are(module: str) -> None:
    path = MODULES[module]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    if path.name == "__init__.py":
        assert len(tree.body) == 1
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            # named values for a text's placeholders are the one good use of **
            assert node.args.kwarg is None or node.args.kwarg.arg == "values", f"{module}:{node.lineno}: ** bag"


def test_functions_stay_short() -> None:
    lengths = []
    for path in MODULES.values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lengths.append(body[-1].end_lineno - body[0].lineno + 1 if body else 1)
    lengths.sort()
    assert lengths[len(lengths) // 2] <= 9
    assert lengths[int(len(lengths) * 0.9)] <= 30
    assert lengths[-1] <= 60


def test_no_room_is_called_utils() -> None:
    for module in MODULES:
        assert not set(module.split(".")) & {"utils", "helpers", "manager", "base", "common", "misc"}


def test_each_top_level_folder_is_there() -> None:
    top = PACKAGE.parent
    for name in (
        "pyproject.toml",
        "generator",
        "templates",
        "data",
        "output",
        "tests",
        "README.md",
        "Makefile",
        "LICENSE",
    ):
        assert (top / name).exists(), name
