"""Shrinking: the least of a case's files that still shows its fault."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.cases import Case

MOST = 400
"""How often a smaller case is tried."""


def shrunk(case: Case, fails: Callable[[Case], bool]) -> Case:
    """Return the case with whole lines, then single pieces taken out of its files, as long as it fails."""
    tries = iter(range(MOST))
    for path in sorted(case.files, key=lambda path: -len(case.files[path])):
        case = _smaller(case, path, b"\n", fails, tries)
        case = _smaller(case, path, b"", fails, tries)
    return case


def _smaller(case: Case, path: str, mark: bytes, fails: Callable[[Case], bool], tries: object) -> Case:
    """Take out pieces of a file, parted by `mark` or single bytes: halves first, then ever smaller ones."""
    content = case.files[path]
    parts = content.split(mark) if mark else [content[at : at + 1] for at in range(len(content))]
    width = len(parts)
    while width:
        at = 0
        while at < len(parts):
            if next(tries, None) is None:  # type: ignore[call-overload]
                return case
            fewer = parts[:at] + parts[at + width :]
            smaller = case._replace(files={**case.files, path: mark.join(fewer)})
            if fails(smaller):
                case, parts = smaller, fewer
            else:
                at += width
        width //= 2
    return case
