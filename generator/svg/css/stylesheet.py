"""CSS in `<style>`: rules matched against elements. Loaded only when a file has a style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generator.svg.xml import SVG, XLINK, XML, Element

Important = bool
Declared = list[tuple[str, str, Important]]

MOST_MATCHES = 500_000
"""A style sheet is refused when matching it takes more tries of a selector than this."""

MOST_SELECTORS = 10_000
"""A style sheet may have this many selectors."""

MOST_LINKS = 8
"""A selector may link at most this many parts with blanks, > + ~."""


LONGEST = 200_000
"""Style sheets of more characters are not read."""


class TooManyMatches(Exception):
    """A style sheet would take too long to match."""


class Sheet:
    """The rules of a style sheet, the classes they speak of, and what could not be read, with its line."""

    def __init__(self, matcher: Any) -> None:
        self.matcher = matcher
        self.wrong: list[tuple[int, str]] = []
        self.classes: frozenset[str] = frozenset()
        self.selectors = 0


def compile_sheet(text: str, media: str = "") -> Sheet:
    """Compile a style sheet; `media` says what it is meant for."""
    import cssselect2
    import tinycss2

    sheet = Sheet(cssselect2.Matcher())
    if len(text) > LONGEST:
        sheet.wrong.append((1, f"a style sheet of {len(text)} characters, more than {LONGEST}, is not read"))
    elif _printed(media, 1, sheet):
        try:
            _read_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), sheet)
        except RecursionError:
            sheet.wrong.append((1, "a style sheet nested this deep is not read"))
    return sheet


def _read_rules(rules: Iterable[Any], sheet: Sheet) -> None:
    import tinycss2

    for rule in rules:
        if rule.type == "qualified-rule":
            _read_rule(rule, sheet)
        elif rule.type == "error":
            sheet.wrong.append((rule.source_line, f"{rule.message} in a style sheet is not read"))
        elif rule.lower_at_keyword == "media" and rule.content is not None:
            if _printed(tinycss2.serialize(rule.prelude), rule.source_line, sheet):
                inside = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
                _read_rules(inside, sheet)
        elif rule.lower_at_keyword not in _HARMLESS:
            what = _AT_RULES.get(rule.lower_at_keyword, "is not read")
            sheet.wrong.append((rule.source_line, f"@{rule.at_keyword} in a style sheet {what}"))


_HARMLESS = frozenset(["charset", "namespace", "page"])
_AT_RULES = {
    "import": "is not read: art keeps its style in itself",
    "font-face": "is not read: fonts come from the pack or from font packages",
    "keyframes": "is not for paper",
}


def _printed(media: str, line: int, sheet: Sheet) -> bool:
    """Whether rules are meant for paper; conditions on the size of a screen are reported and don't hold."""
    queries = [" ".join(query.lower().split()) for query in media.split(",")]
    for query in queries:
        if query not in _FOR_PAPER and query not in _FOR_OTHERS:
            sheet.wrong.append((line, f"the media query {query[:60]!r} is not read"))
    return any(query in _FOR_PAPER for query in queries)


_FOR_PAPER = frozenset(["", "all", "print", "only print", "only all", "not screen"])
_FOR_OTHERS = frozenset(["screen", "only screen", "not print", "not all", "speech", "only speech"])


def _read_rule(rule: Any, sheet: Sheet) -> None:
    import cssselect2
    import tinycss2

    declared, preludes = _declared(rule, sheet), selectors_of(rule.prelude)
    sheet.selectors += len(preludes)
    if sheet.selectors > MOST_SELECTORS:
        if sheet.selectors - len(preludes) <= MOST_SELECTORS:
            sheet.wrong.append((rule.source_line, f"what follows {MOST_SELECTORS} selectors"))
        return
    for prelude in preludes:
        links = _links(prelude)
        if links.count > MOST_LINKS:
            sheet.wrong.append((rule.source_line, f"a selector links more than {MOST_LINKS} parts"))
            continue
        try:
            selectors = [
                selector
                for variant in _variants(prelude)
                for selector in cssselect2.compile_selector_list(variant, _NAMESPACES)
            ]
        except (cssselect2.SelectorError, RecursionError, NotImplementedError) as error:
            what = str(error) or tinycss2.serialize(prelude).strip()[:60]
            sheet.wrong.append((rule.source_line, f"selector not understood: {what}"))
            continue
        for selector in selectors:
            _add(sheet, selector, Rule(declared, links, _classes(prelude)), rule.source_line)


_NAMESPACES = {"svg": SVG[1:-1], "xlink": XLINK[1:-1], "xml": XML[1:-1]}


def _variants(prelude: list[Any]) -> list[list[Any]]:
    """Return a selector for each namespace that `[*|name]` may mean; itself when it asks for no such attribute."""
    import tinycss2

    text = tinycss2.serialize(prelude)
    if "*|" not in text or "[" not in text:
        return [prelude]
    written = [_of_namespace(prelude, name) for name in ("", "xlink|", "xml|")]
    return [tinycss2.parse_component_value_list(variant) for variant in written if variant] if written[0] else [prelude]


def _of_namespace(tokens: Sequence[Any], name: str) -> str:
    """Write a selector whose attributes of any namespace are those of one."""
    import tinycss2

    return "".join(
        f"[{_ANY_NAMESPACE.sub(name, tinycss2.serialize(token.content))}]"
        if token.type == "[] block"
        else f"{token.name}({_of_namespace(token.arguments, name)})"
        if token.type == "function"
        else tinycss2.serialize([token])
        for token in tokens
    )


_ANY_NAMESPACE = re.compile(r"^\s*\*\|")


def _classes(tokens: Sequence[Any]) -> frozenset[str]:
    """Return the classes that a selector speaks of."""
    inside = [_classes(token.arguments) for token in tokens if token.type == "function"]
    named = [
        name.value
        for dot, name in pairwise(tokens)
        if dot.type == "literal" and dot.value == "." and name.type == "ident"
    ]
    return frozenset(named).union(*inside)


def selectors_of(prelude: Sequence[Any]) -> list[list[Any]]:
    """Split a list of selectors, so that one that isn't understood leaves the others."""
    parts: list[list[Any]] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


class Links(NamedTuple):
    """How many links of a selector look through all ancestors, all siblings, all descendants, and how many in all."""

    ancestors: int = 0
    siblings: int = 0
    descendants: int = 0
    count: int = 0  # type: ignore[assignment]

    def joined(self, other: Links) -> Links:
        """Return the links of both."""
        return Links(*map(sum, zip(self, other, strict=True)))


class Rule(NamedTuple):
    """The declarations of a selector, what its links are, and the classes that it speaks of."""

    declared: Declared
    links: Links
    classes: frozenset[str] = frozenset()


def _links(tokens: Sequence[Any]) -> Links:
    links = Links()
    around = [None, *tokens, None]
    for before, token, after in zip(around, tokens, around[2:], strict=False):
        links = links.joined(_link(before, token, after))
    return links


def _combines(token: Any) -> bool:
    return token.type == "literal" and token.value in (">", "+", "~")


def _link(before: Any, token: Any, after: Any) -> Links:
    if token.type == "whitespace":
        alone = before is not None and after is not None and not _combines(before) and not _combines(after)
        return Links(ancestors=int(alone), count=int(alone))
    if token.type == "literal":
        return Links(siblings=int(token.value == "~"), count=int(_combines(token)))
    if token.type == "ident":
        return Links(siblings=int(token.lower_value.endswith("-of-type")))
    if token.type != "function":
        return Links()
    if token.lower_name.startswith("nth-"):
        return Links(siblings=1)
    return Links(descendants=int(token.lower_name == "has"), count=1).joined(_links(token.arguments))


def _add(sheet: Sheet, selector: Any, rule: Rule, line: int) -> None:
    if selector.pseudo_element or selector.never_matches:
        sheet.wrong.append((line, "a selector that never matches on paper"))
    else:
        sheet.matcher.add_selector(selector, rule)
        sheet.classes |= rule.classes


def _declared(rule: Any, sheet: Sheet) -> Declared:
    import tinycss2

    declared: Declared = []
    for part in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
        if part.type == "declaration":
            declared.append((part.lower_name, tinycss2.serialize(part.value).strip(), part.important))
        else:
            what = part.message if part.type == "error" else "a rule inside a rule"
            sheet.wrong.append((part.source_line, f"not a declaration: {what}"))
    return declared


# ------------------------------------------------------------------ matching


class Scope(NamedTuple):
    """What style sheets hold for: all of a file, or an `svg` inside it that brought sheets of its own."""

    root: Element
    sheets: Sequence[tuple[int, Sheet]]

    @property
    def classes(self) -> frozenset[str]:
        """The classes that are its own."""
        return frozenset[str]().union(*(sheet.classes for _, sheet in self.sheets))


Match = tuple[tuple[object, ...], Rule]


def matched(root: Element, sheets: Sequence[tuple[Element, Sheet]]) -> dict[Element, list[Declared]]:
    """Return for each element under `root` the declarations that apply, weakest first.

    A sheet that stands in an `svg` inside the file holds in there alone, and so do classes that it speaks of: two
    pictures that were pasted into one file don't meet. One that matches nothing in there holds everywhere.
    `TooManyMatches` when it takes too long.
    """
    import cssselect2

    budget = _Budget(root)
    every = list(_subtree(cssselect2.ElementWrapper.from_xml_root(root)))
    rules: dict[Element, list[Match]] = {}
    for scope in _scopes(root, sheets):
        budget.walk(len(every) if scope.root is not root else 0)
        own = _matches(scope, every, budget)
        if scope.root is root or not own:
            own = own or _matches(scope._replace(root=root), every, budget)
        else:
            _keep_out(scope, rules)
        for element, matches in own.items():
            rules.setdefault(element, []).extend(matches)
    for matches in rules.values():
        matches.sort(key=lambda match: match[0])
    return {element: [rule.declared for _, rule in matches] for element, matches in rules.items()}


def _keep_out(scope: Scope, rules: dict[Element, list[Match]]) -> None:
    """Take away what rules from farther out say of classes that are a scope's own."""
    for element in scope.root.iter() if scope.classes else ():
        if element in rules:
            rules[element] = [match for match in rules[element] if not match[1].classes & scope.classes]


def _scopes(root: Element, sheets: Sequence[tuple[Element, Sheet]]) -> list[Scope]:
    """Return the scopes of sheets, each with their numbers, those farther out first."""
    scopes: dict[Element, list[tuple[int, Sheet]]] = {root: []}
    for number, (element, sheet) in enumerate(sheets):
        holder = next((above for above in element.iterancestors(f"{SVG}svg")), root)
        scopes.setdefault(holder, []).append((number, sheet))
    outside_in = sorted(scopes, key=lambda element: sum(1 for _ in element.iterancestors()))
    return [Scope(element, scopes[element]) for element in outside_in if scopes[element]]


def _matches(scope: Scope, every: Sequence[Any], budget: _Budget) -> dict[Element, list[Match]]:
    """Return what sheets say of the elements inside their scope; selectors see what stands round it too."""
    inside = None if scope.root.getparent() is None else set(scope.root.iter())
    matches: dict[Element, list[Match]] = {}
    for wrapper in every:
        if inside is not None and wrapper.etree_element not in inside:
            continue
        rules: list[Match] = []
        for number, sheet in scope.sheets:
            budget.spend(sheet.matcher, wrapper)
            rules += [
                ((specificity, number, order), rule) for specificity, order, _, rule in sheet.matcher.match(wrapper)
            ]
        if rules:
            matches[wrapper.etree_element] = rules
    return matches


def _subtree(top: Any) -> Iterable[Any]:
    waiting = [top]
    while waiting:
        wrapper = waiting.pop()
        yield wrapper
        waiting += reversed(list(wrapper.iter_children()))


_FAST = 4  # so many elements are walked over in the time of a try
_SLOW = 5  # a look at a descendant takes longer than a try


class _Budget:
    """Counts what matching costs before it is tried."""

    def __init__(self, root: Element) -> None:
        self._left = MOST_MATCHES
        self._deep = _depth(root)
        sizes = [len(element) for element in root.iter(f"{SVG}*")]
        self._wide, self._all = max(sizes, default=0), len(sizes)
        self._costs: dict[int, int] = {}

    def spend(self, matcher: Any, wrapper: Any) -> None:
        """Count the tries of one element; `TooManyMatches` when there were too many."""
        tries = self._cost(matcher.other_selectors) + self._cost(matcher.id_selectors.get(wrapper.id))
        tries += self._cost(matcher.lower_local_name_selectors.get(wrapper.local_name.lower()))
        for name in wrapper.classes:
            tries += self._cost(matcher.class_selectors.get(name))
        self._left -= tries
        if self._left < 0:
            raise TooManyMatches(f"its selectors take more than {MOST_MATCHES} tries to match")

    def walk(self, elements: int) -> None:
        """Count a walk over elements; `TooManyMatches` when there were too many."""
        self._left -= elements // _FAST
        if self._left < 0:
            raise TooManyMatches(f"its style sheets take more than {MOST_MATCHES} tries to match")

    def _cost(self, entries: list[Any] | None) -> int:
        if not entries:
            return 0
        cost = self._costs.get(id(entries))
        if cost is None:
            cost = self._costs[id(entries)] = sum(self._tries(entry[-1].links) for entry in entries)
        return cost

    def _tries(self, links: Links) -> int:
        return int(self._deep**links.ancestors * self._wide**links.siblings * (_SLOW * self._all) ** links.descendants)


def _depth(root: Element) -> int:
    """Return how deep elements are nested."""
    deepest, level = 1, [root]
    while level := [child for element in level for child in element]:
        deepest += 1
    return deepest
