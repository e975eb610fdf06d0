"""PNG files: their chunks, checked and taken apart; nothing in them is trusted before it was looked at."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from struct import pack, unpack, unpack_from
from typing import NamedTuple

SIGNATURE = b"\x89PNG\r\n\x1a\n"

GREY, COLOUR, PALETTE = 0, 2, 3
"""The kinds of PNG without a channel of their own for alpha."""

_CHANNELS = {GREY: 1, COLOUR: 3, PALETTE: 1, 4: 2, 6: 4}
_DEPTHS = {GREY: (1, 2, 4, 8, 16), COLOUR: (8, 16), PALETTE: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_USED = frozenset([b"IHDR", b"PLTE", b"tRNS", b"IDAT"])
_FILTERS = b"\x00\x01\x02\x03\x04"
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_PART = 2**20


class Header(NamedTuple):
    """What a PNG says of itself; `kind` is its colour type."""

    width: int
    height: int
    depth: int
    kind: int
    interlaced: int

    @property
    def channels(self) -> int:
        """How many numbers a pixel has."""
        return _CHANNELS[self.kind]

    def row_bytes(self, width: int) -> int:
        """Return how many bytes a row of so many pixels takes, with the one that says how it is filtered."""
        return (width * self.depth * self.channels + 7) // 8 + 1


class Png(NamedTuple):
    """A PNG taken apart: its header, palette, what of it is clear, and its compressed rows."""

    header: Header
    palette: bytes
    clear: bytes | None
    rows: bytes

    @property
    def key(self) -> tuple[int, ...]:
        """The one colour that is clear, a number a channel; none where pixels or the palette say it themselves."""
        channels = self.header.channels
        if self.clear is None or self.header.kind not in (GREY, COLOUR):
            return ()
        if len(self.clear) != 2 * channels:
            raise ValueError("the PNG is damaged: its clear colour makes no sense")
        return unpack(f">{channels}H", self.clear)

    def plain(self) -> bytes:
        """Return the file again, with nothing in it but what its pixels are made of."""
        header = self.header
        parts = [(b"IHDR", pack(">IIBBBBB", *header[:4], 0, 0, header.interlaced))]
        if header.kind == PALETTE:
            parts += [(b"PLTE", self.palette), *([(b"tRNS", self.clear)] if self.clear else [])]
        parts += [(b"IDAT", self.rows), (b"IEND", b"")]
        return SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + name + body + pack(">I", zlib.crc32(body, zlib.crc32(name)))


def read_header(data: bytes) -> Header:
    """Return what a PNG says of itself; `ValueError` when that makes no sense."""
    name, body = next(_chunks(data), (b"", b""))
    if name != b"IHDR" or len(body) != 13:
        raise ValueError("the PNG is damaged: it has no header")
    width, height, depth, kind, compression, filtering, interlaced = unpack(">IIBBBBB", body)
    if depth not in _DEPTHS.get(kind, ()) or compression or filtering or interlaced > 1:
        raise ValueError("the PNG is damaged: its header makes no sense")
    return Header(width, height, depth, kind, interlaced)


def read_png(data: bytes) -> Png:
    """Return a PNG taken apart; `ValueError` says what is broken."""
    header, bodies = read_header(data), dict[bytes, list[bytes]]()
    for name, body in _chunks(data):
        bodies.setdefault(name, []).append(body)
    palette, clear = bodies.get(b"PLTE", [b""])[0], bodies.get(b"tRNS", [None])[0]
    if header.kind == PALETTE and (not palette or len(palette) % 3 or len(palette) > 768):
        raise ValueError("the PNG is damaged: it has no palette")
    png = Png(header, palette, clear, b"".join(bodies.get(b"IDAT", ())))
    _check_rows(png)
    return png


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks that pixels are made of; `ValueError` when one is cut short or isn't what was written."""
    at = len(SIGNATURE)
    while at + 8 <= len(data):
        size, name = unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        if name in _USED:
            kind = name.decode()
            if at + 12 + size > len(data):
                raise ValueError(f"the PNG is damaged: it is cut short in its {kind}")
            if zlib.crc32(body, zlib.crc32(name)) != unpack_from(">I", data, at + 8 + size)[0]:
                raise ValueError(f"the PNG is damaged: the checksum of its {kind} is wrong")
            yield name, body
        if name == b"IEND":
            return
        at += 12 + size


class _Span(NamedTuple):
    """Rows of one length: where the first begins, how long each is, and where the last ends."""

    start: int
    row: int
    end: int


def _spans(header: Header) -> list[_Span]:
    """Return the rows of a file as they stand in it; an interlaced one has seven pictures one after the other."""
    sizes = [(header.width, header.height)]
    if header.interlaced:
        sizes = [(-(-(header.width - x) // dx), -(-(header.height - y) // dy)) for x, y, dx, dy in _PASSES]
    spans, at = [], 0
    for width, height in sizes:
        if width > 0 and height > 0:
            row = header.row_bytes(width)
            spans.append(_Span(at, row, at + row * height))
            at = spans[-1].end
    return spans


def _check_rows(png: Png) -> None:
    """Check that all rows are there and say how they are filtered, a part at a time."""
    spans, inflate, rest, at = _spans(png.header), zlib.decompressobj(), png.rows, 0
    size = spans[-1].end
    try:
        while at < size and (part := inflate.decompress(rest, _PART)):
            for span in spans:
                first = max(span.start, at + (span.start - at) % span.row)
                if part[first - at : max(span.end - at, 0) : span.row].strip(_FILTERS):
                    raise ValueError("the PNG is damaged: a row is filtered in a way that there isn't")
            at, rest = at + len(part), inflate.unconsumed_tail
        if at >= size:
            inflate.decompress(rest, 64)  # its checksum, unless there is more than its header says
    except zlib.error as error:
        raise ValueError(f"the PNG is damaged: {str(error).rpartition(': ')[2]}") from None
    if at < size:
        raise ValueError("the PNG is damaged: it ends too early")
