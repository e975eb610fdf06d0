"""A pack's examples: filled sheets and what each must give."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from generator.pack.source.files import inside
from generator.pack.source.located import Source
from generator.pack.source.read import read
from generator.problems import Failed, Location, Problems, listed
from generator.score.report import Report, Status
from generator.score.scoring import Scorer

EXPECTED = "expect.yaml"
_KEYS = ("file", "totals", "codes", "remarks", "wrong")


def verify(scorer: Scorer, folder: Path, shown: str, problems: Problems) -> int:
    """Score every example and compare it with expect.yaml; return how many were scored.

    expect.yaml is a list of `{file, totals, codes, remarks, wrong}`: the total of each
    player, the codes of broken rules and of remarks, the names of wrong lines. A filled
    sheet that it doesn't name must hold.
    """
    expected = _expected(folder, shown, problems)
    files = sorted(
        path for path in folder.glob("*") if path.suffix in (".yaml", ".yml", ".json") and path.name != EXPECTED
    )
    for path in files:
        place = Location(f"{shown}/{path.name}")
        wanted = expected.pop(path.name, None)
        try:
            report = scorer.score(scorer.read(read(inside(folder, path, place.file), place.file)))
        except Failed as failure:
            problems.extend(failure.problems)
            continue
        _compare(report, wanted, place, problems)
    for name, (place, _) in ((name, entry) for name, entry in expected.items() if entry is not None):
        problems.error(place, f"there is no example {name!r}", listed(path.name for path in files))
    return len(files)


Entry = tuple[Location, dict[str, Any]]


def _expected(folder: Path, shown: str, problems: Problems) -> dict[str, Entry | None]:
    path = folder / EXPECTED
    if not path.is_file():
        return {}
    source: Source = read(inside(folder, path, f"{shown}/{EXPECTED}"), f"{shown}/{EXPECTED}")
    entries: dict[str, Entry | None] = {}
    for index, entry in enumerate(source.data if isinstance(source.data, list) else []):
        place = source.place((index,))
        if not isinstance(entry, dict) or "file" not in entry or set(entry) - set(_KEYS):
            problems.error(
                place, "not an expectation", listed(_KEYS), "write it as - {file: …, totals: […], codes: […]}"
            )
            continue
        entries[str(entry["file"])] = (place, entry)
    return entries


def _compare(report: Report, entry: Entry | None, place: Location, problems: Problems) -> None:
    if report.problems:
        problems.extend(report.problems)
        return
    if entry is None:
        if not report.holds:
            problems.error(
                place, "this example doesn't hold", remedy=f"correct it, or say in {EXPECTED} what it must give"
            )
        return
    where, wanted = entry
    checks: tuple[tuple[str, Callable[[], list[Any]]], ...] = (
        ("totals", lambda: [player.total for player in report.players]),
        ("codes", lambda: sorted(report.codes)),
        ("remarks", lambda: sorted(report.remarks)),
        (
            "wrong",
            lambda: sorted({line.name for p in report.players for line in p.lines if line.status is Status.WRONG}),
        ),
    )
    for key, found in checks:
        if key in wanted and not _same(key, wanted[key], found()):
            problems.error(where, f"{place.file} gives {key} {_shown(found())}", _shown(wanted[key]))


def _wrong(report: Report) -> list[str]:
    """Return the names of the lines that were written wrong, each once."""
    return sorted({line.name for p in report.players for line in p.lines if line.status is Status.WRONG})


def _same(key: str, wanted: Any, found: list[Any]) -> bool:
    if not isinstance(wanted, list):
        return False
    if key == "totals":
        return [None if w is None else Fraction(str(w)) for w in wanted] == found
    return sorted(str(w) for w in wanted) == found


def _shown(values: list[Any]) -> str:
    return (
        "[" + ", ".join("none" if v is None else str(float(v) if isinstance(v, Fraction) else v) for v in values) + "]"
    )
