"""Writes into the fields of a document's pages: as print, or as fields of a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.press.page import Page
from generator.press.pdf.acroform import AcroForm, FormPage
from generator.press.pdf.fields import Fields, placed_fields
from generator.press.pdf.handwriting import Pen, print_fields
from generator.svg.core.store import Resource, Store

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument


class FieldWriter:
    """Writes into the fields of one document."""

    def __init__(self, document: PDFDocument, pages: Sequence[Page], store: Store, fields: Fields) -> None:
        self.pages = pages
        self.fields = placed_fields(pages, fields)
        self.pen = Pen(store)
        self.form = AcroForm(document, self.pen) if fields.fillable else None
        document.setKeywords(fields.mark)

    def page(self, number: int) -> tuple[FormPage, bytes, list[Resource]]:
        """Return the page of that number, from 1, with its form fields; what is printed on it, and what that uses."""
        page, fields = FormPage(), self.fields[number - 1]
        if self.form is None:
            return page, *print_fields(fields, self.pen, self.pages[number - 1].height)
        self.form.fill(page, number, fields)
        return page, b"", []

    def finish(self) -> None:
        """Write what is only known when all pages are."""
        if self.form:
            self.form.finish([page.height for page in self.pages])
