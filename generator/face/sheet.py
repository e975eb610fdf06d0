"""CSS in `<style>`: rules matched against elements. Loaded only when a file has a style sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.face.svg import Element

Important = bool
Declared = list[tuple[str, str, Important]]

MOST_MATCHES = 1_000_000
"""A style sheet is refused when it has more selectors times elements than this."""


class Sheet:
    """The rules of a file's style sheets, and what could not be read, with its line in the sheets."""

    def __init__(self, matcher: Any) -> None:
        self.matcher = matcher
        self.selectors = 0
        self.wrong: list[tuple[int, str]] = []


def compile_sheet(text: str) -> Sheet:
    """Compile style sheets that were joined into one text."""
    import cssselect2
    import tinycss2

    sheet = Sheet(cssselect2.Matcher())
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            name = f"@{rule.at_keyword}" if rule.type == "at-rule" else rule.message
            sheet.wrong.append((rule.source_line, f"{name} in a style sheet is not read"))
            continue
        declared = _declared(rule, sheet)
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except (cssselect2.SelectorError, RecursionError) as error:
            sheet.wrong.append((rule.source_line, f"selector not understood: {error}"))
            continue
        for selector in selectors:
            _add(sheet, selector, declared, rule.source_line)
    return sheet


def _add(sheet: Sheet, selector: Any, declared: Declared, line: int) -> None:
    if selector.pseudo_element or selector.never_matches:
        sheet.wrong.append((line, "a selector that never matches on paper"))
    else:
        sheet.matcher.add_selector(selector, declared)
        sheet.selectors += 1


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


def matched(root: Element, sheet: Sheet) -> dict[Element, list[Declared]]:
    """Return for each element the declarations that apply, weakest first."""
    import cssselect2

    found: dict[Element, list[Declared]] = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches: Iterable[Any] = sheet.matcher.match(wrapper)
        rules = [payload for _, _, _, payload in matches]
        if rules:
            found[wrapper.etree_element] = rules
    return found
