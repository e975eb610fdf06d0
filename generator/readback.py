"""What was typed and ticked in the form fields of a PDF.

The file comes from anybody: its size, pages, fields and the length of what stands in them are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ctypes import c_ushort
from pathlib import Path
from typing import Any, NamedTuple

from generator.pack.source.files import read_bytes
from generator.problems import Location, failed

MOST_PAGES = 500
MOST_FIELDS = 20_000
LONGEST = 1_000
"""Characters of a field that are read."""

_NAME = re.compile(
    r"(?:sheet(?P<sheet>\d{1,3})\.)?(?P<name>[A-Za-z][A-Za-z0-9_]{0,59})"
    r"(?:\.player(?P<player>\d{1,3}))?(?:\.row(?P<row>\d{1,3}))?(?:\.(?P<number>\d{1,3}))?"
)
_MARK = re.compile(r"playsheet game=(?P<game>\S{1,200}) language=(?P<language>[A-Za-z0-9-]{1,40})")


class FilledField(NamedTuple):
    """A field with a box's or line's name, and what stands in it: text, or whether it is ticked.

    `sheet` counts from 1; `player`, `row` and `number` too, 0 where the name has none.
    """

    sheet: int
    name: str
    player: int
    row: int
    number: int
    value: str | bool


class FilledForm(NamedTuple):
    """The fields of a form in the order of its pages; game and language are None when the file doesn't say them."""

    game: str | None
    language: str | None
    fields: tuple[FilledField, ...]


def filled_form(path: Path) -> FilledForm:
    """Read a form; `Failed` when it is no PDF, or has no field of a sheet."""
    import pypdfium2 as pdfium

    file_name = str(path)
    raw = read_bytes(path, file_name)
    try:
        with pdfium.PdfDocument(raw) as document:
            document.init_forms()
            if len(document) > MOST_PAGES:
                raise failed(Location(file_name), f"{len(document)} pages", f"at most {MOST_PAGES}")
            mark = _MARK.fullmatch(document.get_metadata_value("Keywords")[:LONGEST])
            fields = tuple(_fields(document, file_name))
    except pdfium.PdfiumError as error:
        raise failed(Location(file_name), f"this is no PDF that can be read: {error}") from None
    if not fields:
        remedy = "make the form with playsheet build --fillable"
        raise failed(Location(file_name), "the PDF has no field of a sheet", remedy=remedy)
    sheet = mark.groupdict() if mark else {}
    return FilledForm(sheet.get("game"), sheet.get("language"), fields)


def _fields(document: Any, file_name: str) -> Iterator[FilledField]:
    import pypdfium2.raw as c

    count = 0
    for page in document:
        for number in range(c.FPDFPage_GetAnnotCount(page)):
            count += 1
            if count > MOST_FIELDS:
                raise failed(Location(file_name), f"more than {MOST_FIELDS} fields and notes")
            annotation = c.FPDFPage_GetAnnot(page, number)
            if annotation:
                yield from _field(document.formenv, annotation)
                c.FPDFPage_CloseAnnot(annotation)
        page.close()


def _field(form: Any, annotation: Any) -> Iterator[FilledField]:
    """Yield what stands in an annotation when it is a field of a sheet."""
    import pypdfium2.raw as c

    name = _NAME.fullmatch(_text(c.FPDFAnnot_GetFormFieldName, form, annotation))
    kind = c.FPDFAnnot_GetFormFieldType(form, annotation)
    if name is None or kind not in (c.FPDF_FORMFIELD_CHECKBOX, c.FPDF_FORMFIELD_TEXTFIELD):
        return
    ticked = kind == c.FPDF_FORMFIELD_CHECKBOX
    value = (
        bool(c.FPDFAnnot_IsChecked(form, annotation))
        if ticked
        else _text(c.FPDFAnnot_GetFormFieldValue, form, annotation).strip()
    )
    part = {key: int(name[key] or 0) for key in ("sheet", "player", "row", "number")}
    yield FilledField(part["sheet"] or 1, name["name"], part["player"], part["row"], part["number"], value)


def _text(ask: Any, form: Any, annotation: Any) -> str:
    length = ask(form, annotation, None, 0)  # bytes, with the two that end it
    if not 2 < length <= 2 * LONGEST + 2:
        return ""
    buffer = (c_ushort * (length // 2))()
    ask(form, annotation, buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", errors="replace")
