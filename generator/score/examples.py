"""A pack's examples: filled sheets and what each must give."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from generator.pack.source.files import inside
from generator.pack.source.located import Source
from generator.pack.source.read import read
from generator.problems import Failed, Location, Problems, listed, near, quoted
from generator.score.report import Report, Status
from generator.score.scoring import Scorer

EXPECTED = "expect.yaml"
_KEYS = ("file", "totals", "codes", "remarks", "wrong")
_FORM = "write it as - {file: …, totals: […], codes: […]}"


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
        entry = expected.pop(path.name, None)
        try:
            report = scorer.score(scorer.read(read(inside(folder, path, place.file), place.file)))
        except Failed as failure:
            problems.extend(failure.problems)
            continue
        _compare(report, entry, place, problems)
    for name, (place, _) in ((name, entry) for name, entry in expected.items() if entry is not None):
        known = [path.name for path in files]
        problems.error(
            place, f"there is no example {name!r}", listed(known), near(Path(name).stem, [path.stem for path in files])
        )
    return len(files)


Expectation = tuple[Location, dict[str, Any]]
"""What expect.yaml says of an example, and where."""


def _expected(folder: Path, shown: str, problems: Problems) -> dict[str, Expectation | None]:
    path = folder / EXPECTED
    if not path.is_file():
        return {}
    source: Source = read(inside(folder, path, f"{shown}/{EXPECTED}"), f"{shown}/{EXPECTED}")
    entries: dict[str, Expectation | None] = {}
    if not isinstance(source.data, list):
        problems.error(source.place(), "no list of expectations", remedy=_FORM)
    for index, entry in enumerate(source.data if isinstance(source.data, list) else []):
        place = source.place((index,))
        unknown = next((key for key in entry if key not in _KEYS), "") if isinstance(entry, dict) else ""
        if unknown:
            what = f"unknown key {quoted(unknown)}"
            problems.error(source.key((index, unknown)), what, listed(_KEYS), near(unknown, _KEYS))
            continue
        if not isinstance(entry, dict) or "file" not in entry:
            problems.error(place, "not an expectation", listed(_KEYS), _FORM)
            continue
        entries[str(entry["file"])] = (place, entry)
    return entries


def _compare(report: Report, entry: Expectation | None, place: Location, problems: Problems) -> None:
    if report.problems:
        problems.extend(report.problems)
        return
    if entry is None:
        if not report.holds:
            problems.error(
                place, "this example doesn't hold", remedy=f"correct it, or say in {EXPECTED} what it must give"
            )
        return
    where, expected = entry
    results: dict[str, list[Any]] = {
        "totals": [player.total for player in report.players],
        "codes": sorted(report.codes),
        "remarks": sorted(report.remarks),
        "wrong": _wrong(report),
    }
    for key, result in results.items():
        if key in expected and not _same(key, expected[key], result):
            problems.error(where, f"{place.file} gives {key} {_shown(result)}", _shown(expected[key]))


def _wrong(report: Report) -> list[str]:
    """Return the names of the lines that were written wrong, each once."""
    return sorted({line.name for p in report.players for line in p.lines if line.status is Status.WRONG})


def _same(key: str, expected: Any, result: list[Any]) -> bool:
    if not isinstance(expected, list):
        return False
    if key == "totals":
        return [None if total is None else Fraction(str(total)) for total in expected] == result
    return sorted(map(str, expected)) == result


def _shown(values: list[Any]) -> str:
    return (
        "[" + ", ".join("none" if v is None else str(float(v) if isinstance(v, Fraction) else v) for v in values) + "]"
    )
