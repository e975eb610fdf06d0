"""Tables from spreadsheets: CSV, TSV and "Unicode text" to rows, with the place of each cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.pack.source.cells import as_number, is_fault, truths, value_of, with_comma
from generator.pack.source.located import DataPath, Source
from generator.pack.source.text import decoded
from generator.pack.source.values import Count
from generator.problems import Location, Problems, failed, quoted

MOST_COLUMNS = 1_000
"""How many columns a table may have."""

_FRACTION = re.compile(r"\d+\s*/\s*\d+")
_DATE = re.compile(r"\d{1,4}[-./ ](?:\d{1,2}|[^\W\d_]{3,9}\.?)(?:[-./ ]\d{2,4})?|[^\W\d_]{3,9}\.?[-. ]\d{1,4}")


def read_table(raw: bytes, shown: str) -> Source:
    """Read a CSV, TSV or "Unicode text" table whose first row names the columns.

    Returns a list of rows; the place of row i is (i,), of a cell (i, column). Comma,
    semicolon and tab are told apart by the header; a line `sep=;` is obeyed.
    """
    text = decoded(raw, shown).lstrip("\ufeff")
    offset = 0
    match = re.match(r"sep=(.)\r?\n", text)
    if match:
        text, offset = text[match.end() :], 1
    delimiter = match[1] if match else _delimiter(text)
    return _Table(shown).source(_lines(text, delimiter, offset, shown))


def table_of(rows: Sequence[Sequence[str]], shown: str, first_row: int = 1, first_column: int = 1) -> Source:
    """Return a table of cells, the first row of which names the columns; cells are told by row and column, from 1."""
    numbered = ((first_row + index, list(row)) for index, row in enumerate(rows))
    return _Table(shown, first_column).source(numbered)


def _lines(text: str, delimiter: str, offset: int, shown: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a text with their lines."""
    import csv
    import io

    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    before = 0
    try:
        for cells in reader:
            line, before = before + 1 + offset, reader.line_num
            yield line, cells
    except csv.Error as error:
        raise failed(Location(shown, reader.line_num + offset), f"not a table: {error}") from error


def _delimiter(text: str) -> str:
    header = re.sub(r'"[^"]*"', "", text.split("\n", 1)[0])
    return max(",;\t", key=lambda mark: (header.count(mark), mark == ","))


class _Table:
    """Builds rows from a table's text and notes the place of each cell."""

    def __init__(self, shown: str, first_column: int = 0) -> None:
        self.shown = shown
        self.first_column = first_column
        self.places: dict[DataPath, Location] = {(): Location(shown, 1)}
        self.problems = Problems()
        self.count = Count(shown)

    def source(self, lines: Iterable[tuple[int, list[str]]]) -> Source:
        rows: list[dict[str, Any]] = []
        header: list[str] | None = None
        for line, cells in lines:
            self.count.add(1 + len(cells), line)
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = self.header(cells, line)
            else:
                rows.append(self.row(header, cells, line, len(rows)))
        if header is None:
            raise failed(Location(self.shown, 1), "an empty table", remedy="name the columns in the first line")
        self.read_columns(header, rows)
        self.warn_dates(header, rows)
        self.problems.stop_on_errors()
        return Source(self.shown, rows, self.places, tuple(self.problems))

    def error(self, line: int, what: str, remedy: str) -> None:
        self.problems.error(Location(self.shown, line), what, remedy=remedy)

    def header(self, cells: list[str], line: int) -> list[str]:
        self.places[()] = Location(self.shown, line)
        names = [cell.strip() for cell in cells]
        while names and not names[-1]:
            names.pop()
        if len(names) > MOST_COLUMNS:
            raise failed(Location(self.shown, line), f"{len(names)} columns", f"at most {MOST_COLUMNS}")
        for name in sorted(name for name, amount in Counter(names).items() if amount > 1 and name):
            self.error(line, f"column {quoted(name)} stands twice", "rename one of the two")
        if "" in names:
            self.error(line, f"column {names.index('') + 1} has no name", "name every column in the first line")
        return names

    def row(self, header: list[str], cells: list[str], line: int, index: int) -> dict[str, Any]:
        if any(cell.strip() for cell in cells[len(header) :]):
            self.error(
                line, f"{len(cells)} cells in a row, {len(header)} columns", "quote cells that hold the separator"
            )
        self.places[(index,)] = place = Location(self.shown, line)
        row: dict[str, Any] = {}
        self.count.add(max(0, len(header) - len(cells)), line)
        filled = [*cells, *[""] * (len(header) - len(cells))]
        for column, (name, cell) in enumerate(zip(header, filled, strict=False), self.first_column):
            row[name] = value_of(cell)
            if isinstance(row[name], str):
                row[name] = row[name].replace("\r\n", "\n")
            self.places[(index, name)] = Location(self.shown, line, column) if self.first_column else place
        return row

    def read_columns(self, header: list[str], rows: list[dict[str, Any]]) -> None:
        """Read what only a whole column tells: truths in other spellings; note errors of the spreadsheet and commas."""
        for name in header:
            column = [row[name] for row in rows]
            for word in dict.fromkeys(value.strip() for value in column if is_fault(value)):
                at = [index for index, value in enumerate(column) if isinstance(value, str) and value.strip() == word]
                what = f"{name}: {word} is an error of the spreadsheet{_others(at)}"
                self.problems.error(self.places[(at[0], name)], what, remedy="mend the cell there and save it again")
            spelt = truths(column)
            for row in rows if spelt else ():
                row[name] = spelt.get(str(row[name]).strip(), row[name])
            if commas := with_comma(column):
                number = str(column[commas[0]])
                what = f"{name}: {quoted(number)} has a decimal comma, and is a text so{_others(commas)}"
                remedy = f"write {as_number(number)}, or number(item.{name}) where it is counted with"
                self.problems.warning(self.places[(commas[0], name)], what, remedy=remedy)

    def warn_dates(self, header: list[str], rows: list[dict[str, Any]]) -> None:
        """Warn where a spreadsheet seems to have turned a fraction into a date."""
        for name in header:
            cells = [(index, cell) for index, row in enumerate(rows) if 2 < len(cell := str(row[name])) < 40]
            if not any(_FRACTION.fullmatch(cell) for _, cell in cells):
                continue
            for index, cell in cells:
                if _DATE.fullmatch(cell) and not _FRACTION.fullmatch(cell):
                    what = f"{name}: {cell} looks like a date that a spreadsheet made of a fraction"
                    remedy = "format the column as text and type the fraction again"
                    self.problems.warning(self.places[(index, name)], what, remedy=remedy)


def _others(rows: list[int]) -> str:
    """Say in how many rows beside the first it is alike."""
    return f", and in {len(rows) - 1} more row{'s' if len(rows) > 2 else ''}" if len(rows) > 1 else ""
