"""Fields that are filled in on a screen: an AcroForm whose every field draws itself.

Each field has its own appearance and is printed, so that every viewer and every printer
shows the same. Imported only when such a form is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFPage

from generator.press.pdf.fields import PlacedField
from generator.press.pdf.handwriting import INK, FieldDrawing, Pen, centred, cross, ring, rotation
from generator.press.pdf.objects import Dictionary, Part, compressed, resources
from generator.svg.core.store import Resource
from generator.svg.css.values import pdf
from generator.units import POINTS_PER_MM

_PRINTED = 4
"""The flag of an annotation that is printed."""

_NO_SPELLING = 1 << 22
"""The flag of a text field whose words aren't checked: names are no mistakes."""

_NUMBERED = re.compile(r"(?:player|row)?(\d+)")
_ON = "Yes"
_CROSS_SIGN = 8
"""How viewers without our appearance draw a ticked box."""


class FormPage(PDFPage):  # type: ignore[misc]
    """A page whose fields are gone through in their own order."""

    __NoDefault__ = (*PDFPage.__NoDefault__, "Tabs")


class Branch:
    """Fields whose names begin alike: a group, or one field at its end."""

    def __init__(self) -> None:
        self.inner: dict[str, Branch] = {}
        self.id = ""


class AcroForm:
    """The form of a document."""

    def __init__(self, document: PDFDocument, pen: Pen) -> None:
        self.document = document
        self.pen = pen
        self.root = Branch()
        self._count = 0
        self._fields: dict[str, tuple[PlacedField, int]] = {}

    def fill(self, page: PDFPage, number: int, fields: Sequence[PlacedField]) -> None:
        """Put fields on a page of that number, from 1."""
        if not fields:
            return
        names: list[Part] = []
        for field in fields:
            branch = self.root
            for part in field.name:
                branch = branch.inner.setdefault(part, Branch())
            branch.id = self._id()
            self._fields[branch.id] = field, number
            names += [Resource("XObject", branch.id), " "]
        page.Annots = Dictionary("[", *names, "]")
        page.Tabs = Dictionary("/W")

    def finish(self, heights: Sequence[float]) -> None:
        """Write all fields; `heights` are those of the pages in mm."""
        if not self.root.inner:
            return
        self.pen.know()
        roots = [self._branch(part, branch, None, heights) for part, branch in self.root.inner.items()]
        font = Resource("Font", self.pen.use.name)
        self.document.Catalog.AcroForm = Dictionary(
            "<< /Fields [",
            *_spaced(roots),
            f"] /DA ({INK} rg /{font.name} 10 Tf) /DR ",
            *resources([font]),
            " >>",
        )

    def _id(self) -> str:
        self._count += 1
        return f"Field{self._count}"

    def _branch(self, part: str, branch: Branch, parent: Resource | None, heights: Sequence[float]) -> Resource:
        """Write a group of fields, or a field."""
        above: tuple[Part, ...] = (" /Parent ", parent) if parent else ()
        head = f"<< /T {_text(part)}"
        if branch.id:
            field, number = self._fields[branch.id]
            entries = self._field(field, number, heights[number - 1])
            return self._keep(branch.id, Dictionary(head, *above, *entries, " >>"))
        own = Resource("XObject", self._id())
        kids = [self._branch(name, inner, own, heights) for name, inner in branch.inner.items()]
        return self._keep(own.name, Dictionary(head, *above, " /Kids [", *_spaced(kids), "] >>"))

    def _keep(self, name: str, dictionary: Dictionary) -> Resource:
        self.document.Reference(dictionary, name)
        return Resource("XObject", name)

    def _field(self, field: PlacedField, number: int, height: float) -> Iterator[Part]:
        left, right = field.rect.x * POINTS_PER_MM, field.rect.right * POINTS_PER_MM
        bottom, top = (height - field.rect.bottom) * POINTS_PER_MM, (height - field.rect.y) * POINTS_PER_MM
        yield f" /Type /Annot /Subtype /Widget /F {_PRINTED} /TU {_text(_tooltip(field))} /P "
        yield Resource("XObject", f"Page{number}")
        yield f" /Rect [{left:.4f} {bottom:.4f} {right:.4f} {top:.4f}]"
        yield from self._tick(field) if field.value.kind in ("tick", "ring") else self._words(field)

    def _tick(self, field: PlacedField) -> Iterator[Part]:
        draw = cross if field.value.kind == "tick" else ring
        size = field.width * POINTS_PER_MM, field.height * POINTS_PER_MM
        state = _ON if field.value.text else "Off"
        sign = f" /MK << /CA ({_CROSS_SIGN}){_rotation(field)} >>"
        yield f" /FT /Btn /V /{state} /AS /{state}{sign} /AP << /N << /{_ON} "
        yield self._appearance(field, draw(*size), ())
        yield " /Off "
        yield self._appearance(field, "", ())
        yield " >> >>"

    def _words(self, field: PlacedField) -> Iterator[Part]:
        drawing: FieldDrawing = self.pen.draw(field)
        middle = int(centred(field.value.kind, field.width, field.height))
        ink = f"{INK} rg /{self.pen.use.name} {pdf(drawing.size)} Tf"
        yield f" /FT /Tx /Ff {_NO_SPELLING} /Q {middle} /DA ({ink}) /V {_text(field.value.text)}"
        yield f" /MK <<{_rotation(field)} >> /AP << /N "
        yield self._appearance(field, f"/Tx BMC {drawing.content} EMC", drawing.uses)
        yield " >>"

    def _appearance(self, field: PlacedField, content: str, uses: Iterable[Resource]) -> Resource:
        name = self._id()
        width, height = field.width * POINTS_PER_MM, field.height * POINTS_PER_MM
        turn = f" /Matrix [{' '.join(map(str, rotation(field.turn)))} 0 0]" if field.turn else ""
        box = f"/Type /XObject /Subtype /Form /BBox [0 0 {pdf(width)} {pdf(height)}]{turn} /Resources "
        self.document.Reference(compressed(content.encode("latin-1"), box, *resources(uses)), name)
        return Resource("XObject", name)


def _rotation(field: PlacedField) -> str:
    """Return how a field is turned, as PDF counts it: the other way round."""
    return f" /R {360 - field.turn}" if field.turn else ""


def _tooltip(field: PlacedField) -> str:
    """Return what a viewer says of a field, in its language: its label, then the numbers of player, row and tick."""
    numbers = [match[1] for part in field.name if (match := _NUMBERED.fullmatch(part))]
    return " · ".join([field.value.label, *numbers])


def _spaced(parts: Iterable[Resource]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield " "


def _text(text: str) -> str:
    """Return a text of a dictionary, in UTF-16."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
