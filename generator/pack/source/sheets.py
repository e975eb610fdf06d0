"""Sheets of a workbook to cells as CSV has them: a process of its own, as a stranger's file may take it down."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import Any
from zipfile import ZipFile

_SHEET = re.compile(r"<(?:\w+:)?sheet\b[^>]*>")
_RELATION = re.compile(r"<(?:\w+:)?Relationship\b[^>]*>")
_ERROR = re.compile(r"<(?:\w+:)?c\b([^>]*\bt=\"e\"[^>]*)>(.{0,9000}?)</(?:\w+:)?c>", re.DOTALL)
_VALUE = re.compile(r"<(?:\w+:)?v>([^<]{1,40})</")
_PLACE = re.compile(r"\br=\"([A-Z]{1,3})([0-9]{1,7})\"")


def main() -> None:
    """Read a workbook from standard input, and write names, cells and dates of its sheets as JSON.

    The arguments are limits, and the names of the sheets that are wanted; without any, the
    first is.
    """
    limits, wanted = map(json.loads, sys.argv[1:3])
    _limit(limits["memory"], limits["seconds"])
    from python_calamine import CalamineWorkbook

    raw = sys.stdin.buffer.read()
    book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
    names = book.sheet_names
    sheets: dict[str, Any] = {}
    left = limits["values"]
    for name in wanted or names[:1]:
        if name in names and left >= 0:
            rows, dates, left = _cells(book.get_sheet_by_name(name), left, limits["columns"])
            for (row, column), fault in _faults(raw, names.index(name)).items():
                if row < limits["values"]:
                    rows += [[] for _ in range(row + 1 - len(rows))]
                    rows[row] += [""] * (column + 1 - len(rows[row]))
                    rows[row][column] = fault
            sheets[name] = [rows, dates]
    sys.stdout.write(json.dumps([names, sheets, left < 0]))


def _limit(memory: int, seconds: int) -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    except (ImportError, ValueError, OSError):  # not every system has limits
        return


def _cells(sheet: Any, left: int, columns: int) -> tuple[list[list[str]], list[tuple[int, int, str]], int]:
    """Return the rows of a sheet, the cells that are dates (row and column from 0), and how many values are left."""
    rows: list[list[str]] = []
    dates: list[tuple[int, int, str]] = []
    for row in sheet.iter_rows():
        cells = [_shown(cell) for cell in row]
        dates += [(len(rows), at, cells[at]) for at, cell in enumerate(row) if not isinstance(cell, (str, int, float))]
        while cells and not cells[-1]:
            cells.pop()
        left -= 1 + len(cells)
        if left < 0:
            break
        rows.append(cells[:columns])
    return rows, dates, left


def _shown(cell: Any) -> str:
    """Return a cell as a spreadsheet would write it into CSV."""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    return str(cell).removesuffix(" 00:00:00")


def _faults(raw: bytes, number: int) -> dict[tuple[int, int], str]:
    """Return the errors in a sheet of an .xlsx file (by its number from 0), which the library leaves out."""
    with ZipFile(io.BytesIO(raw)) as parts:
        part = _part(parts, number)
        text = parts.read(part).decode(errors="replace") if part in parts.namelist() else ""
    faults: dict[tuple[int, int], str] = {}
    for cell in _ERROR.finditer(text):
        place, value = _PLACE.search(cell[1]), _VALUE.search(cell[2])
        if place and value:
            column = 0
            for letter in place[1]:
                column = 26 * column + ord(letter) - 64
            if column <= 1000:
                faults[int(place[2]) - 1, column - 1] = value[1]
    return faults


def _part(parts: ZipFile, number: int) -> str:
    """Return the name of the part that holds a sheet, "" when the workbook isn't .xlsx."""
    relations, book = "xl/_rels/workbook.xml.rels", "xl/workbook.xml"
    if not {relations, book} <= set(parts.namelist()):
        return ""
    sheets = _SHEET.findall(parts.read(book).decode(errors="replace"))
    key = re.search(r"\b\w+:id=\"([^\"]*)\"", sheets[number]) if number < len(sheets) else None
    for relation in _RELATION.findall(parts.read(relations).decode(errors="replace")) if key else ():
        target = re.search(r"\bTarget=\"([^\"]*)\"", relation)
        if target and key and f'Id="{key[1]}"' in relation:
            return target[1].removeprefix("/") if target[1].startswith("/") else f"xl/{target[1]}"
    return ""


if __name__ == "__main__":
    main()
