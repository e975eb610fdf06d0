"""Programs: many formulas compiled as one, run once for each player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from jinja2 import nodes
from jinja2.environment import Environment, Template
from jinja2.runtime import Context, StrictUndefined

from generator.problems import Location, Problem, Problems
from generator.sandbox.formulas import Formulas
from generator.score.formula.conditions import TESTS
from generator.score.formula.formula import Formula, parse, unknown_name
from generator.score.formula.functions import filters
from generator.score.formula.numbers import exact
from generator.score.formula.rewriting import variable
from generator.score.formula.work import MissingAnswer, Work


class Root(NamedTuple):
    """A box that isn't filled: the player's number, the box's name and its row (from 1, 0 without rows)."""

    player: int
    name: str
    row: int


class Blank(StrictUndefined):
    """Stands for what isn't known; using it raises `MissingAnswer`. `roots` are the empty boxes behind it."""

    __slots__ = ("roots",)

    def __init__(self, roots: Iterable[Root]) -> None:
        self.roots = behind = tuple(dict.fromkeys(roots))
        super().__init__(name="missing", exc=lambda _: MissingAnswer(behind))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Step:
    """One named formula of a program: a value, a line or a rule.

    With `each` the result is the list of results over its elements; where `when` is
    given and false the result is true.
    """

    key: str
    formula: Formula
    each: Formula | None = None
    when: Formula | None = None
    reads: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        inner = self.formula.reads | (self.when.reads if self.when else frozenset())
        if self.each:
            inner = (inner - {"it", "i", "row"}) | self.each.reads
        object.__setattr__(self, "reads", inner)


class Engine:
    """The sandbox for formulas, the work meter that their functions share, and the pack's data.

    `constants` are the parts of the data that formulas name, by their names in programs.
    """

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        self.data = exact(dict(data or {}))
        self.constants: dict[str, Any] = {}
        self.work = Work()
        self.environment: Environment = Formulas()
        self.environment.filters = {**filters(self.work), "op push": list.append}
        self.environment.tests = dict(TESTS)
        self.environment.optimized = False  # nothing of a formula runs before it is asked for

    def program(self, steps: Sequence[Step]) -> Program:
        """Compile several steps, given in an order in which each comes after what it reads."""
        return Program(self, steps)

    def formula(self, text: str, place: Location, names: Collection[str], problems: Problems) -> Formula | None:
        """Return a formula that reads only these `names` and the data; what is wrong goes to `problems`."""
        formula = parse(text, place, self.environment, problems)
        if formula is None:
            return None
        wrong = [self._wrong(name, formula, names) for name in sorted(formula.reads)]
        problems.extend(problem for problem in wrong if problem)
        return None if any(wrong) else formula

    def _wrong(self, name: str, formula: Formula, names: Collection[str]) -> Problem | None:
        if not name.startswith("data."):
            return None if name in names else unknown_name(name, formula, names)
        data: Any = self.data
        path = "data"
        for part in name.split(".")[1:]:
            if not isinstance(data, dict) or part not in data:
                keys = data if isinstance(data, dict) else ()
                return unknown_name(f"{path}.{part}", formula, [f"{path}.{key}" for key in keys])
            data = data[part]
            path = f"{path}.{part}"
        self.constants[variable(name)] = data
        return None

    def result(self, formula: Formula, variables: Mapping[str, Any] | None = None) -> Any:
        """Work out one formula; `variables` by their names in the program. Raises `WHAT_FORMULAS_RAISE`."""
        return self.program([Step("result", formula)]).run({**self.constants, **(variables or {})})[0]


class Program:
    """Compiled steps."""

    def __init__(self, engine: Engine, steps: Sequence[Step]) -> None:
        self.engine = engine
        tree = nodes.Template([nodes.Scope(_statements(steps), lineno=1)], lineno=1)
        tree.set_environment(engine.environment)
        code = engine.environment.compile(tree)
        template = Template.from_code(engine.environment, code, {})
        self._run = template.root_render_func

    def run(self, variables: dict[str, Any]) -> list[Any]:
        """Return the steps' results in order, each a number, text, truth, none, mapping, or list of these.

        `variables` are by their names in the program, and "out" is added to them. Raises `WHAT_FORMULAS_RAISE`.
        """
        out: list[list[Any]] = []
        variables["out"] = out
        work = self.engine.work
        work.start()
        for _ in self._run(Context(self.engine.environment, variables, None, {})):
            pass
        return out[0]


def _statements(steps: Sequence[Step]) -> list[nodes.Node]:
    body = [statement for step in steps for statement in _statement(step)]
    results = nodes.List([_load(variable(step.key)) for step in steps], lineno=1)
    return [*body, _push("out", results)]


def _statement(step: Step) -> list[nodes.Node]:
    name = variable(step.key)
    result = step.formula.safe
    if step.when is not None:
        result = nodes.CondExpr(step.when.safe, result, nodes.Const(True, lineno=1), lineno=1)
    if step.each is None:
        return [_assign(name, result)]
    numbered = nodes.Filter(step.each.safe, "op numbered", [], [], None, None, lineno=1)
    targets = nodes.Tuple([nodes.Name(variable(n), "store", lineno=1) for n in ("i", "row", "it")], "store", lineno=1)
    loop = nodes.For(targets, numbered, [_push(name, result)], [], None, False, lineno=1)
    return [_assign(name, nodes.List([], lineno=1)), loop]


def _assign(name: str, value: nodes.Expr) -> nodes.Node:
    return nodes.Assign(nodes.Name(name, "store", lineno=1), value, lineno=1)


def _load(name: str) -> nodes.Expr:
    return nodes.Name(name, "load", lineno=1)


def _push(name: str, value: nodes.Expr) -> nodes.Node:
    return nodes.ExprStmt(nodes.Filter(_load(name), "op push", [value], [], None, None, lineno=1), lineno=1)
