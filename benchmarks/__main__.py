"""Measure everything and print it: `python -m benchmarks [--json] [--rounds 5]`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import figures
from benchmarks.art import Told
from benchmarks.commands import typst
from benchmarks.figures import Figure
from benchmarks.measure import CACHING, ROOT

CASES = {"cards": "54 cards", "hexes": "90 hexes", "cells": "150 cells"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure playsheet against a floor.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--rounds", type=int, default=5, help="how often each command runs [5]")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = list(measured(Path(folder), options.rounds))
        without = typst("cards", Path(folder)) is None
    if options.json:
        print(json.dumps([as_json(figure) for figure in found], ensure_ascii=False, indent=2))
        return
    print(table(found))
    if without:
        print("Typst is not installed: its figures are left out (pip install typst).")
    if not find_spec("svglib"):
        print("svglib is not installed: the comparison with it is left out (pip install svglib).")


def measured(out: Path, rounds: int) -> Iterator[Figure]:
    for name, title in CASES.items():
        yield from figures.pages(name, title, out, rounds)
    yield from figures.growth(out, rounds)
    yield from figures.start(rounds)
    yield from figures.sheets(*scoring())
    slowest = told_by("benchmarks.hostile")
    yield from figures.hostile(slowest["name"], slowest["seconds"])
    yield from figures.art(Told(**told_by("benchmarks.art")))


def scoring() -> tuple[float, float, float]:
    """Measure scoring."""
    told = told_by("benchmarks.scoring")
    return told["scored"], told["with_reading"], told["routed"]


def told_by(module: str) -> dict[str, Any]:
    """Measure in a process of its own: one that has loaded much would make its children look large."""
    command = [sys.executable, "-m", module]
    told: dict[str, Any] = json.loads(
        subprocess.run(command, cwd=ROOT, env=CACHING, check=True, capture_output=True, text=True).stdout
    )
    return told


def as_json(figure: Figure) -> dict[str, str | float | None]:
    return {
        "what": figure.what,
        "base": figure.base,
        "ours": figure.ours,
        "value": round(figure.value, 3),
        "target": figure.target,
        "result": figure.result or None,
    }


def table(found: Sequence[Figure]) -> str:
    lines = [("", "base", "playsheet", "measured", "target", "")]
    lines += [(f.what, f.base, f.ours, _short(f.value), _target(f), f.result) for f in found]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.ljust(width) if n == 0 else cell.rjust(width)
        for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([first, *others]).rstrip()


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 20 else f"{value:.2f}"


def _target(figure: Figure) -> str:
    if figure.target is None:
        return ""
    return f"{'≥' if figure.at_least else '≤'} {figure.target:g}"


if __name__ == "__main__":
    main()
