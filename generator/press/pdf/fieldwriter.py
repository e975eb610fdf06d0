"""Writes into the fields of a document's pages: as print, or as fields of a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.press.page import Page
from generator.press.pdf.acroform import AcroForm, FormPage
from generator.press.pdf.fields import Fields, placed_fields
from generator.press.pdf.handwriting import Pen, print_fields
from generator.svg.core.store import Resource, Store

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument


class PageFields(NamedTuple):
    """A page with its form fields; the operators that print what stands in fields, and what those use."""

    page: FormPage
    content: bytes = b""
    uses: Sequence[Resource] = ()


class FieldWriter:
    """Writes into the fields of one document."""

    def __init__(self, document: PDFDocument, pages: Sequence[Page], store: Store, fields: Fields) -> None:
        self.pages = pages
        self.fields = placed_fields(pages, fields)
        self.pen = Pen(store)
        self.form = AcroForm(document, self.pen) if fields.fillable else None
        document.setKeywords(fields.mark)

    def page(self, number: int) -> PageFields:
        """Return what the fields of the page of that number, from 1, come to."""
        page, fields = FormPage(), self.fields[number - 1]
        if self.form is None:
            return PageFields(page, *print_fields(fields, self.pen, self.pages[number - 1].height))
        self.form.fill(page, number, fields)
        return PageFields(page)

    def finish(self) -> None:
        """Write what is only known when all pages are."""
        if self.form:
            self.form.finish([page.height for page in self.pages])
