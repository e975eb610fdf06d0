"""Screentop: sheets without gaps, and a list that says how each is cut and what is on it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from generator.exports.job import Exported, Job
from generator.exports.makers import deck
from generator.exports.makers.deck import PictureSheet
from generator.exports.makers.grid import Limits
from generator.exports.makers.products import facts
from generator.exports.raster import png
from generator.face.face import Face
from generator.press.files import put
from generator.press.run import PrintRun
from generator.units import MM_PER_INCH

MOST = 10
"""Columns and rows of a sheet: more would leave cards too small to be read."""


def export(job: Job) -> list[Exported]:
    """Write a folder for a document: sheets of its faces and backs, and sheets.json, which says how they are cut."""
    folder = job.folder / f"{job.document}-screentop"
    limits = Limits(MOST, MOST, int(facts()["screentop"]["side"]))
    files: dict[str, bytes] = {}
    entries = [entry for run in job.runs for entry in _sheets(job, run, limits, files)]
    for name, data in files.items():
        put(folder / name, data)
    put(folder / "sheets.json", (json.dumps(entries, ensure_ascii=False, indent=2) + "\n").encode())
    notes = tuple(f"{entry['face']}: {entry['columns']} × {entry['rows']} cells" for entry in entries)
    return [Exported(folder, sum(len(run.faces) for run in job.runs), "face", notes)]


def _sheets(job: Job, run: PrintRun, limits: Limits, files: dict[str, bytes]) -> list[dict[str, Any]]:
    sheets = deck.sheets(run, job.look.dpi, limits)
    entries = []
    for order, sheet in enumerate(sheets, 1):
        entries.append(_entry(job, run, sheet, f"{run.id}-{order}", files))
        job.step(order, len(sheets))
    return entries


def _entry(job: Job, run: PrintRun, sheet: PictureSheet, name: str, files: dict[str, bytes]) -> dict[str, Any]:
    """Keep the pictures of a sheet in `files`; return what to tell the editor about it."""

    def keep(faces: Sequence[Face | None], ending: str) -> str:
        picture = deck.composed(job, run, sheet, faces, transparent=deck.shaped(run))
        files[f"{name}{ending}.png"] = png(picture, round(sheet.grid.cell.width / run.size.width * MM_PER_INCH))
        return f"{name}{ending}.png"

    has_backs = deck.backs(run) != "none"
    on_sheet = slice(sheet.first, sheet.first + sheet.total)
    cells = zip(run.faces[on_sheet], deck.counts(run)[on_sheet], strict=True)
    return {
        "component": job.titles.components[run.id],
        "face": keep(run.faces, ""),
        "back": keep(run.all_backs, "-back") if has_backs else None,
        "columns": sheet.grid.columns,
        "rows": sheet.grid.rows,
        "cells": [{"name": job.titles.of(face), "copies": copies} for face, copies in cells],
    }
