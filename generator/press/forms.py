"""Forms, images, states and fonts of a document as objects of the PDF writer.

Imported only when a PDF is written, because the writer is slow to load.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from hashlib import sha256

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject

from generator.face.glyphs import FontUse
from generator.face.store import Entry, Form, Image, Resource, Store

Part = str | Resource
"""Text of a dictionary; a resource stands for a reference to its object."""

_SHORT = 80
"""Streams up to this many bytes don't get smaller by compression."""


class Dictionary(PDFObject):  # type: ignore[misc]
    """A dictionary, given as text with references in it."""

    __RefOnly__ = 1

    def __init__(self, *parts: Part) -> None:
        self._parts = parts

    def format(self, document: PDFDocument) -> bytes:
        """Write the object."""
        return _written(self._parts, document)


class Stream(PDFObject):  # type: ignore[misc]
    """A stream; `parts` are the entries of its dictionary beside the length."""

    __RefOnly__ = 1

    def __init__(self, data: bytes, *parts: Part) -> None:
        self._data = data
        self._parts = parts

    def format(self, document: PDFDocument) -> bytes:
        """Write the object."""
        entries = _written(self._parts, document)
        return b"<< %s /Length %d >>\nstream\n%s\nendstream\n" % (entries, len(self._data), self._data)


def compressed(data: bytes, *parts: Part) -> Stream:
    """Return a stream, deflated when that makes it shorter."""
    if len(data) <= _SHORT:
        return Stream(data, *parts)
    return Stream(zlib.compress(data), *parts, " /Filter /FlateDecode")


def _written(parts: Iterable[Part], document: PDFDocument) -> bytes:
    numbers = document.idToObjectNumberAndVersion
    return "".join([part if isinstance(part, str) else f"{numbers[part.name][0]} 0 R" for part in parts]).encode(
        "latin-1"
    )


def resources(uses: Iterable[Resource]) -> list[Part]:
    """Return a resource dictionary."""
    kinds: dict[str, list[Resource]] = {}
    for resource in uses:
        kinds.setdefault(resource.kind, []).append(resource)
    parts: list[Part] = ["<< "]
    for kind, found in kinds.items():
        parts.append(f"/{kind} << ")
        for resource in found:
            parts += [f"/{resource.name} ", resource, " "]
        parts.append(">> ")
    return [*parts, ">>"]


def add_all(document: PDFDocument, store: Store, inside: frozenset[str]) -> None:
    """Register what a store holds under the names that operators use, except forms `inside` a page."""
    for form in store.forms.values():
        if form.name not in inside:
            document.Reference(_form(form), form.name)
    for entry in store.entries.values():
        document.Reference(_entry(entry), entry.resource.name)
    for image in store.images.values():
        document.Reference(_image(image), image.name)
    for use in store.font_uses.values():
        _add_font(document, use)


def _form(form: Form) -> Stream:
    box = " ".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in form.box)
    group = f" /Group << /S /Transparency /CS /{form.group} /I true >>" if form.group else ""
    return compressed(
        form.content, f"/Type /XObject /Subtype /Form /BBox [{box}]{group} /Resources ", *resources(form.uses)
    )


def _entry(entry: Entry) -> Dictionary:
    return Dictionary(*entry.parts)


def _image(image: Image) -> Stream:
    picture = image.picture
    mask: tuple[Part, ...] = (" /SMask ", Resource("XObject", image.mask)) if image.mask else ()
    size = f"/Type /XObject /Subtype /Image /Width {picture.width} /Height {picture.height} "
    return Stream(picture.data, size + picture.entries, *mask)


# ------------------------------------------------------------------ fonts


def _add_font(document: PDFDocument, use: FontUse) -> None:
    """Register a font with the glyphs that the document uses."""
    subset = use.font.subset(gid for gid, _ in use.numbers)
    name = f"{_tag(use)}+{use.font.name}"
    file = compressed(subset.data, f"/Length1 {len(subset.data)}")
    gids = b"\0\0" + b"".join(subset.gids[gid].to_bytes(2, "big") for gid, _ in use.numbers)
    descriptor = Dictionary(_descriptor(use, name), _named(document, file, f"{use.name}File"), " >>")
    descendant = Dictionary(
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /DW 1000 /W [1 [{_widths(use)}]] "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap ",
        _named(document, compressed(gids), f"{use.name}Glyphs"),
        " /FontDescriptor ",
        _named(document, descriptor, f"{use.name}Descriptor"),
        " >>",
    )
    font = Dictionary(
        f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H /DescendantFonts [",
        _named(document, descendant, f"{use.name}Descendant"),
        "] /ToUnicode ",
        _named(document, compressed(_to_unicode(use)), f"{use.name}Unicode"),
        " >>",
    )
    document.Reference(font, use.name)


def _named(document: PDFDocument, made: PDFObject, name: str) -> Resource:
    document.Reference(made, name)
    return Resource("Font", name)


def _tag(use: FontUse) -> str:
    """Return six letters that differ when font or glyphs do: files may be merged later."""
    digest = sha256(f"{use.font.name} {sorted(use.numbers)}".encode()).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])


def _descriptor(use: FontUse, name: str) -> str:
    font = use.font
    box = " ".join(_thousandths(value) for value in font.bbox)
    flags = 4 | (64 if font.italic else 0)
    return (
        f"<< /Type /FontDescriptor /FontName /{name} /Flags {flags} /FontBBox [{box}] "
        f"/ItalicAngle {font.italic_angle:g} /Ascent {_thousandths(font.ascent)} /Descent {_thousandths(font.descent)} "
        f"/CapHeight {_thousandths(font.cap_height)} /StemV {50 + font.weight * font.weight // 4225} /FontFile2 "
    )


def _thousandths(em: float) -> str:
    return f"{em * 1000:.1f}".removesuffix(".0")


def _widths(use: FontUse) -> str:
    return " ".join(_thousandths(use.font.advance(gid)) for gid, _ in use.numbers)


def _to_unicode(use: FontUse) -> bytes:
    """Return the map from glyph numbers to text; UTF-16, so that it is right beyond U+FFFF."""
    pairs = [
        f"<{number:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for (_, text), number in use.numbers.items()
        if text
    ]
    blocks = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    lines = [f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks]
    return _CMAP.format("\n".join(lines)).encode()


_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""
