"""Workbooks: tables in .xlsx and .ods files, read in a process of their own that may take little time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from generator.pack.source import sheets
from generator.pack.source.located import Source
from generator.pack.source.table import MOST_COLUMNS, table_of
from generator.pack.source.values import MOST_VALUES
from generator.problems import Failed, Location, Problem, Severity, failed, listed, near, quoted

MOST_UNPACKED = 64 * 1024 * 1024
"""How many bytes the parts of a workbook may have when they are unpacked."""

_MOST_PARTS = 1_000
_SECONDS = 20
_MEMORY = 768 * 1024 * 1024


class Cells(NamedTuple):
    """What a workbook holds: the names of its sheets, the cells and the dates of those that were read."""

    names: list[str]
    sheets: dict[str, tuple[list[list[str]], list[tuple[int, int, str]]]]
    too_many: bool


class Sheet(NamedTuple):
    """One sheet of a workbook: its name, None for the first one, and what stands in it."""

    name: str | None
    source: Source


def read_workbook(raw: bytes, shown: str, wanted: Sequence[str] = ()) -> Iterator[Sheet]:
    """Yield the sheets of a workbook that are wanted by name, else the first; cells are told by row and column.

    `Failed` when it is no workbook, holds too much, or a sheet isn't there or no table.
    """
    _check_parts(raw, shown)
    book = _read(raw, shown, wanted)
    if book.too_many:
        raise failed(Location(shown), f"more than {MOST_VALUES} values in one file", remedy="split it")
    for name in wanted:
        if name not in book.sheets:
            what = f"there is no sheet {quoted(name)}"
            raise failed(Location(shown), what, listed(book.names), near(name, book.names))
    for name, (rows, dates) in book.sheets.items():
        file = f"{shown}#{name}" if wanted else shown
        yield Sheet(name if wanted else None, _with_dates(table_of(rows, file), dates))


def _with_dates(source: Source, dates: Sequence[tuple[int, int, str]]) -> Source:
    """Return a table that warns of cells which a spreadsheet took for dates, once a column."""
    columns: dict[int, list[tuple[int, str]]] = {}
    for row, column, cell in dates:
        columns.setdefault(column, []).append((row, cell))
    warnings = list(source.warnings)
    for column, cells in columns.items():
        row, cell = cells[0]
        more = f", and {len(cells) - 1} more in its column" if len(cells) > 1 else ""
        what = f"{cell} is a date or a time to the spreadsheet{more}"
        remedy = "format the column as text and type it again"
        place = Location(source.file, row + 1, column + 1)
        warnings.append(Problem(Severity.WARNING, place, what, remedy=remedy))
    return replace(source, warnings=tuple(warnings))


def _check_parts(raw: bytes, shown: str) -> None:
    """Unpack every part of a workbook and keep none; `Failed` for what isn't packed as one, and for very much."""
    left = MOST_UNPACKED
    try:
        with ZipFile(BytesIO(raw)) as parts:
            if len(parts.infolist()) > _MOST_PARTS:
                raise failed(Location(shown), f"a workbook of more than {_MOST_PARTS} parts", remedy=_AS_CSV)
            for part in parts.infolist():
                with parts.open(part) as file:
                    while data := file.read(1 << 20):
                        left -= len(data)
                        if left < 0:
                            what = f"a workbook with more than {MOST_UNPACKED // 2**20} MiB in it"
                            raise failed(Location(shown), what, remedy=_AS_CSV)
    except (BadZipFile, OSError, EOFError, ValueError, RuntimeError, NotImplementedError, LookupError) as error:
        raise _no_workbook(shown) from error
    except Exception as error:  # what zlib and its like raise has no common name
        if isinstance(error, Failed):
            raise
        raise _no_workbook(shown) from error


def _read(raw: bytes, shown: str, wanted: Sequence[str]) -> Cells:
    limits = {"memory": _MEMORY, "seconds": _SECONDS, "values": MOST_VALUES, "columns": MOST_COLUMNS + 1}
    try:
        child = subprocess.run(  # noqa: S603 - our own code, the file's bytes as its input
            [sys.executable, "-P", sheets.__file__, json.dumps(limits), json.dumps(list(wanted))],
            input=raw, capture_output=True, timeout=_SECONDS, check=True,
        )  # fmt: skip
        names, cells, too_many = json.loads(child.stdout)
    except subprocess.TimeoutExpired as error:
        raise failed(Location(shown), f"reading it takes longer than {_SECONDS} s", remedy=_AS_CSV) from error
    except subprocess.CalledProcessError as error:
        if b"No module named 'python_calamine'" in error.stderr:
            remedy = "install it with: pip install python-calamine; or save the table as CSV"
            raise failed(
                Location(shown), "python-calamine, which reads workbooks, is missing", remedy=remedy
            ) from error
        raise _no_workbook(shown) from error
    except (OSError, ValueError) as error:
        raise _no_workbook(shown) from error
    return Cells(names, cells, too_many)


_AS_CSV = "save the sheet as CSV"


def _no_workbook(shown: str) -> Failed:
    remedy = "open it in a spreadsheet and save it again, without a password, or save the sheet as CSV"
    return failed(Location(shown), "this is no workbook that can be read", "a sound .xlsx or .ods file", remedy)
