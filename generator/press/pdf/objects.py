"""Objects of a PDF: forms, images, states and fonts of a document, as its writer takes them.

Imported only when a PDF is written, because the writer is slow to load.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from hashlib import sha256

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject

from generator.svg.core.fontuse import FontUse
from generator.svg.core.store import Entry, Form, Image, Resource, Store
from generator.svg.css.values import fine

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
    for kind, named in kinds.items():
        parts.append(f"/{kind} << ")
        for resource in named:
            parts += [f"/{resource.name} ", resource, " "]
        parts.append(">> ")
    return [*parts, ">>"]


def add_all(document: PDFDocument, store: Store) -> None:
    """Register what a store holds under the names that operators use."""
    for form in store.forms.values():
        document.Reference(_form(form), form.name)
    for entry in store.entries.values():
        document.Reference(_entry(entry), entry.resource.name)
    for image in store.images.values():
        document.Reference(_image(image), image.name)
    for use in store.font_uses.values():
        _add_font(document, use)


_FINE = 1e-3


def _side(value: float) -> str:
    """Write a side of a box; one that is very large is no whole number, as viewers have only so many of those."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return f"{text}.0" if abs(value) >= 2**31 and "." not in text else text


def _form(form: Form) -> Stream:
    box = " ".join(map(fine if max(map(abs, form.box)) < _FINE else _side, form.box))
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
    quadratic = subset.kind == "TrueType"
    kind = f" /Length1 {len(subset.data)}" if quadratic else " /Subtype /CIDFontType0C"
    file = _named(document, compressed(subset.data, kind), f"{use.name}File")
    descriptor = Dictionary(_descriptor(use, name), f"/FontFile{2 if quadratic else 3} ", file, " >>")
    gids = [subset.gids[gid] for gid, _ in use.numbers]
    descendant = Dictionary(
        f"<< /Type /Font /Subtype /CIDFontType{2 if quadratic else 0} /BaseFont /{name} "
        f"/DW 1000 /W [{_widths(use, gids)}] "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ",
        *(_glyph_map(document, use, gids) if quadratic else ()),
        "/FontDescriptor ",
        _named(document, descriptor, f"{use.name}Descriptor"),
        " >>",
    )
    font = Dictionary(
        f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding ",
        "/Identity-H" if quadratic else _named(document, _encoding(use, gids), f"{use.name}Encoding"),
        " /DescendantFonts [",
        _named(document, descendant, f"{use.name}Descendant"),
        "] /ToUnicode ",
        _named(document, compressed(_to_unicode(use)), f"{use.name}Unicode"),
        " >>",
    )
    document.Reference(font, use.name)


def _glyph_map(document: PDFDocument, use: FontUse, gids: Sequence[int]) -> tuple[Part, ...]:
    """Return the entry that tells which glyph of a TrueType font each number shows."""
    data = b"\0\0" + b"".join(gid.to_bytes(2, "big") for gid in gids)
    return "/CIDToGIDMap ", _named(document, compressed(data), f"{use.name}Glyphs"), " "


def _encoding(use: FontUse, gids: Sequence[int]) -> Stream:
    """Return the map from numbers to the glyphs of a CFF font, which PDF has no other place for."""
    pairs = [f"<{number:04X}> {gid}" for number, gid in enumerate(gids, 1)]
    name = f"{use.name}-Glyphs"
    data = _CMAP.format(name=name, ordering="Identity", kind=1, blocks=_blocks(pairs, "cidchar")).encode()
    system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
    return compressed(data, f"/Type /CMap /CMapName /{name} {system}")


def _named(document: PDFDocument, value: PDFObject, name: str) -> Resource:
    document.Reference(value, name)
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
        f"/CapHeight {_thousandths(font.cap_height)} /StemV {50 + font.weight * font.weight // 4225} "
    )


def _thousandths(em: float) -> str:
    return f"{em * 1000:.1f}".removesuffix(".0")


def _widths(use: FontUse, gids: Sequence[int]) -> str:
    """Return the widths by number; those of a CFF font by glyph, which its encoding makes of numbers."""
    widths = [_thousandths(use.font.advance(gid)) for gid, _ in use.numbers]
    if "glyf" in use.font.tables:
        return f"1 [{' '.join(widths)}]"
    return " ".join(f"{gid} [{width}]" for gid, width in sorted(dict(zip(gids, widths, strict=True)).items()))


def _to_unicode(use: FontUse) -> bytes:
    """Return the map from glyph numbers to text; UTF-16, so that it is right beyond U+FFFF."""
    pairs = [
        f"<{number:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for (_, text), number in use.numbers.items()
        if text
    ]
    name = "Adobe-Identity-UCS"
    return _CMAP.format(name=name, ordering="UCS", kind=2, blocks=_blocks(pairs, "bfchar")).encode()


def _blocks(pairs: Sequence[str], operator: str) -> str:
    """Write pairs of a map in blocks of the hundred that PDF allows."""
    blocks = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    return "\n".join(f"{len(block)} begin{operator}\n" + "\n".join(block) + f"\nend{operator}" for block in blocks)


_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> def
/CMapName /{name} def
/CMapType {kind} def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""
