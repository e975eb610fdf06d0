"""What a template that extends another one would lose in silence: whatever stands outside the blocks of that one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

import jinja2
from jinja2 import nodes
from jinja2.environment import Environment

from generator.problems import Failed, listed, near, quoted

_UNSEEN = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_EXPRESSION = "\x00"


def check(tree: nodes.Template, environment: Environment, filename: str | None) -> None:
    """Refuse a template that writes something outside its blocks, or has a block that the other one doesn't."""
    extends = next((node for node in tree.body if isinstance(node, nodes.Extends)), None)
    if extends is None:
        return
    parent = _named(extends)
    known = _blocks(parent, environment) if parent else None
    if parent and known is None:
        return  # that it isn't there is told when it is asked for
    within = "{% block " + next(iter(known or {}), "…") + " %}"
    for line in _written(tree.body):
        _refuse(f"what stands outside a block isn't drawn; move it inside {within} … {{% endblock %}}", line, filename)
    blocks = list(_outer(tree.body))
    if not blocks:
        what = f"it draws nothing: it extends {quoted(parent)} and fills no block of it"
        _refuse(f"{what}; write what is drawn between {within} and {{% endblock %}}", extends.lineno, filename)
    if known is not None:
        _check_names(blocks, known, quoted(parent), filename)


def _named(extends: nodes.Extends) -> str:
    """Return the name of the template that is extended, "" when it is only known once it runs."""
    return str(extends.template.value) if isinstance(extends.template, nodes.Const) else ""


def _check_names(blocks: Iterable[nodes.Block], known: Iterable[str], parent: str, filename: str | None) -> None:
    """Refuse a block that the extended template doesn't have."""
    for block in blocks:
        if block.name not in known:
            hint = near(block.name, known)
            what = f"{parent} has no block {quoted(block.name)}, so it isn't drawn; allowed: {listed(known)}"
            _refuse(f"{what}; {hint}" if hint else what, block.lineno, filename)


def _refuse(what: str, line: int, filename: str | None) -> NoReturn:
    raise jinja2.TemplateSyntaxError(what, line, filename=filename)


def _blocks(name: str, environment: Environment) -> dict[str, None] | None:
    """Return the names of the blocks that a template or those that it extends have; None when it can't be read."""
    names: dict[str, None] = {}
    seen: set[str] = set()
    while name not in seen and environment.loader is not None:
        seen.add(name)
        try:
            source, path, _ = environment.loader.get_source(environment, name)
        except (jinja2.TemplateNotFound, Failed):
            return None
        tree = environment.parse(source, filename=path)
        names.update((block.name, None) for block in tree.find_all(nodes.Block))
        extends = tree.find(nodes.Extends)
        if extends is None:
            break
        if not isinstance(extends.template, nodes.Const):
            return None
        name = str(extends.template.value)
    return names


def _outer(body: Iterable[nodes.Node]) -> Iterator[nodes.Block]:
    """Yield the blocks that are in no other block."""
    for node in body:
        if isinstance(node, nodes.Block):
            yield node
        elif not isinstance(node, nodes.Macro):
            yield from _outer(node.iter_child_nodes())


def _written(body: Iterable[nodes.Node]) -> Iterator[int]:
    """Yield the lines of what would be written outside of all blocks."""
    for node in body:
        if isinstance(node, nodes.Output):
            yield from _written_text(node)
        elif isinstance(node, (nodes.Include, nodes.CallBlock, nodes.FilterBlock)):
            yield node.lineno
        elif not isinstance(node, (nodes.Block, nodes.Macro, nodes.AssignBlock)):
            yield from _written(node.iter_child_nodes())


def _written_text(output: nodes.Output) -> Iterator[int]:
    """Yield the line of the first thing that isn't blank, and no comment, in a piece of text."""
    text = ""
    starts: list[tuple[int, int, bool]] = []
    for node in output.nodes:
        plain = isinstance(node, nodes.TemplateData)
        starts.append((len(text), node.lineno, plain))
        text += node.data if isinstance(node, nodes.TemplateData) else _EXPRESSION
    shown = _UNSEEN.sub(lambda unseen: " " * len(unseen[0]), text)
    if match := re.search(r"\S", shown):
        start, line, plain = max(begin for begin in starts if begin[0] <= match.start())
        yield line + (text.count("\n", start, match.start()) if plain else 0)
