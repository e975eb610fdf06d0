"""The house holds: imports run one way, heavy libraries stay in their rooms, nothing prints."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "generator"
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if "shipped" not in path.parts
}

# A room is a folder, or a module at the root. It may import the rooms named here, and itself: what it does import, and
# no more, so that a new arrow is a decision.
LEAVES = {"problems", "progress", "spelling", "units"}
PACK = {"pack", "pack.source", "pack.words"}
COMPILER = {"svg", "svg.css", "svg.core", "type"}
ALLOWED = {
    "spelling": set(),
    "problems": {"spelling"},
    "units": set(),
    "progress": set(),
    "__main__": {"cli"},
    "sandbox": LEAVES,
    "pack": LEAVES | {"pack.source"},
    "pack.source": LEAVES,
    "pack.words": LEAVES | {"pack", "pack.source"},
    "readback": LEAVES | PACK,
    "fieldreader": set(),
    "type": LEAVES,
    "svg": LEAVES | {"type", "svg.css", "svg.core", "svg.paint", "svg.text"},
    "svg.css": LEAVES | {"svg"},
    "svg.bitmap": LEAVES,
    "svg.core": LEAVES | {"type", "svg", "svg.bitmap", "svg.css"},
    "svg.paint": LEAVES | {"svg", "svg.css", "svg.core"},
    "svg.text": LEAVES | {"type", "svg", "svg.css", "svg.core", "svg.paint"},
    "face": LEAVES | COMPILER | PACK | {"sandbox", "face.maps"},
    "face.maps": LEAVES | {"pack", "pack.source", "face"},
    "press": LEAVES | PACK | {"face", "press.layout", "svg.core"},
    "press.layout": LEAVES,
    "press.pdf": LEAVES | COMPILER | {"face", "press", "press.layout"},
    "exports": LEAVES | {"face", "press", "exports.cutters", "exports.makers"},
    "exports.cutters": LEAVES | {"face", "press", "press.layout", "exports"},
    "exports.makers": LEAVES | PACK | {"face", "press", "exports"},
    "score": LEAVES | PACK | {"score.formula", "score.sheet", "score.route"},
    "score.formula": LEAVES | {"sandbox"},
    "score.sheet": LEAVES | {"pack", "pack.source", "score.formula"},
    "score.route": LEAVES | {"pack", "score", "score.formula", "score.sheet"},
    "score.landscape": LEAVES | {"pack", "pack.source", "score.formula", "score.sheet"},
    "profiles": LEAVES | {"pack", "press"},
    "stories": LEAVES
    | PACK
    | {"face", "type", "svg.core", "press", "press.pdf", "exports", "exports.cutters"}
    | {"score", "score.formula", "score.sheet", "readback", "profiles"},
    "cli": LEAVES | {"pack", "press", "score", "stories"},
}
ONLY_IN = {
    "reportlab": {"press.pdf"},
    "click": {"cli"},
    "svgwrite": {"face"},
    "uharfbuzz": {"type"},
    "PIL": {"svg.core", "press.pdf", "exports", "exports.makers"},
    "pypdfium2": {"exports", "fieldreader"},
    "lxml": {"svg", "svg.core"},
    "pydantic": {"pack", "profiles"},
    "yaml": {"pack.source"},
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


# ------------------------------------------------------------------ the walls


class Measured(NamedTuple):
    """A function and where it stands."""

    place: str
    node: ast.FunctionDef


def functions() -> Iterator[Measured]:
    for module, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield Measured(f"{module}:{node.lineno} {node.name}", node)


def lines(function: ast.FunctionDef) -> int:
    """How many lines a function has, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 1


def parameters(function: ast.FunctionDef) -> int:
    given = function.args
    names = [arg.arg for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in a function, and in none inside it."""
    rest: list[ast.AST] = list(ast.iter_child_nodes(function))
    while rest:
        node = rest.pop()
        if not isinstance(node, ast.FunctionDef):
            yield node
            rest += ast.iter_child_nodes(node)


def complexity(function: ast.FunctionDef) -> int:
    """One, and one more for each place where a function may go another way."""
    ways = 1
    for node in own_nodes(function):
        if isinstance(node, (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler)):
            ways += 1
        elif isinstance(node, ast.comprehension):
            ways += 1 + len(node.ifs)
        elif isinstance(node, ast.BoolOp):
            ways += len(node.values) - 1
    return ways


def test_functions_stay_short() -> None:
    lengths = sorted(lines(function.node) for function in functions())
    assert lengths[len(lengths) // 2] <= 9
    assert lengths[int(len(lengths) * 0.9)] <= 30
    assert [f"{place}: {lines(node)}" for place, node in functions() if lines(node) > 45] == []


def test_functions_take_few_parameters() -> None:
    """What templates call is called by name, and may take more."""
    measured = [f"{place}: {parameters(node)}" for place, node in functions() if parameters(node) > 8]
    assert [name for name in measured if not name.startswith("generator.face.vocabulary:")] == []


def test_functions_go_few_ways() -> None:
    assert [f"{place}: {complexity(node)}" for place, node in functions() if complexity(node) > 12] == []


def test_what_the_walls_measure() -> None:
    source = '''
def f(self, a, *, b=1):
    """Text."""
    for x in a:
        if x and b or not x:
            return [y for y in x if y]
    def g():
        while b: pass
    return 1 if a else 2
'''
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    assert (lines(function), parameters(function), complexity(function)) == (6, 2, 8)


@pytest.mark.parametrize("module", list(MODULES))
def test_files_stay_short(module: str) -> None:
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) <= 400


def test_folders_stay_small() -> None:
    sizes = Counter(path.parent for path in MODULES.values() if path.name != "__init__.py")
    assert {str(folder): size for folder, size in sizes.items() if size > 14} == {}
    assert sizes[PACKAGE] <= 9


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
