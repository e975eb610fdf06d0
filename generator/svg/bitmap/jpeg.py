"""JPEG files: their segments, checked to the end; a PDF takes them as they are."""

from __future__ import annotations

import re
from struct import unpack_from
from typing import NamedTuple

SIGNATURE = b"\xff\xd8\xff"

MOST_SCANS = 200
"""A JPEG may show itself in this many steps."""

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_COMMON = frozenset([0xC0, 0xC1, 0xC2])
_PROGRESSIVE = 0xC2
_BARE = frozenset([0x01, *range(0xD0, 0xD8)])
_QUANTISATION, _HUFFMAN, _SCAN, _END = 0xDB, 0xC4, 0xDA, 0xD9
_BETWEEN = frozenset([_QUANTISATION, _HUFFMAN, _SCAN, _END, 0xDC, 0xDD, 0xFE, *range(0xE0, 0xF0)])
_MARKER = re.compile(rb"\xff+[^\x00\xd0-\xd7\xff]")
_HEAD = 65_536
_ORIENTATION = 0x0112


class Jpeg(NamedTuple):
    """What a JPEG says of itself: its size, the parts of a pixel, bits of each, and where its picture ends."""

    width: int
    height: int
    components: int
    depth: int
    progressive: bool
    end: int


class _Frame(NamedTuple):
    width: int
    height: int
    depth: int
    progressive: bool
    tables: dict[int, int]


def read_jpeg(data: bytes) -> Jpeg:
    """Return what a JPEG says of itself; `ValueError` says what is broken."""
    at, scans, frame = 2, 0, None
    quantisation, huffman = set[int](), set[int]()
    while True:
        marker, at = _marker(data, at, scans > 0)
        if marker == _END:
            break
        if marker in _BARE:
            continue
        body, at = _segment(data, at)
        if marker in _FRAMES:
            frame = _frame(marker, body)
        elif marker == _QUANTISATION:
            quantisation |= _quantisation(body)
        elif marker == _HUFFMAN:
            huffman |= _huffman(body)
        elif marker == _SCAN:
            _check_scan(body, frame, quantisation, huffman)
            scans += 1
            match = _MARKER.search(data, at)
            if match is None:
                raise ValueError("the JPEG is cut short: it has no end")
            at = match.start()
            if scans > MOST_SCANS:
                raise ValueError(f"the JPEG shows itself in more than {MOST_SCANS} steps; save it as a plain one")
    if frame is None:
        raise ValueError("the JPEG is damaged: it has no frame header")
    if not scans:
        raise ValueError("the JPEG is damaged: it has no picture in it")
    return Jpeg(frame.width, frame.height, len(frame.tables), frame.depth, frame.progressive, at - 2)


def _marker(data: bytes, at: int, behind: bool) -> tuple[int, int]:
    """Return the next marker and where what it marks begins; `behind` a scan only some may follow."""
    first = at
    while at < len(data) and data[at] == 0xFF:
        at += 1
    if at >= len(data):
        raise ValueError(f"the JPEG is cut short: it has no {'end' if behind else 'frame header'}")
    if at == first or data[at] == 0 or (behind and data[at] not in _BETWEEN | _BARE):
        raise ValueError(f"the JPEG is damaged at byte {first}")
    return data[at], at + 1


def _segment(data: bytes, at: int) -> tuple[bytes, int]:
    size = unpack_from(">H", data, at)[0] if at + 2 <= len(data) else 0
    if at + max(size, 2) > len(data):
        raise ValueError("the JPEG is cut short: it has no frame header, or not all of it")
    if size < 2:
        raise ValueError(f"the JPEG is damaged at byte {at}")
    return data[at + 2 : at + size], at + size


def _frame(marker: int, body: bytes) -> _Frame:
    if marker not in _COMMON:
        raise ValueError("the JPEG is of a kind that PDF doesn't know; save it as a plain or progressive one")
    if len(body) < 6 or len(body) < 6 + 3 * body[5]:
        raise ValueError("the JPEG is damaged: it has no frame header")
    depth, height, width, components = unpack_from(">BHHB", body)
    tables = {body[6 + 3 * part]: body[8 + 3 * part] for part in range(components)}
    if len(tables) != components:
        raise ValueError("the JPEG is damaged: its frame header makes no sense")
    return _Frame(width, height, depth, marker == _PROGRESSIVE, tables)


def _quantisation(body: bytes) -> set[int]:
    """Return the numbers of the tables in a segment."""
    numbers, at = set(), 0
    while at < len(body):
        numbers.add(body[at] & 15)
        at += 129 if body[at] >> 4 else 65
    if at != len(body):
        raise ValueError("the JPEG is damaged: its quantisation tables are broken")
    return numbers


def _huffman(body: bytes) -> set[int]:
    """Return the numbers of the tables in a segment: 0 to 3, and for all but the first of 64 numbers 16 to 19."""
    numbers, at = set(), 0
    while at + 17 <= len(body):
        numbers.add(body[at])
        at += 17 + sum(body[at + 1 : at + 17])
    if at != len(body):
        raise ValueError("the JPEG is damaged: its Huffman tables are broken")
    return numbers


def _check_scan(body: bytes, frame: _Frame | None, quantisation: set[int], huffman: set[int]) -> None:
    """Check that all is there that a scan is read with."""
    if frame is None:
        raise ValueError("the JPEG is damaged: it has no frame header")
    if not body or len(body) < 4 + 2 * body[0]:
        raise ValueError("the JPEG is damaged: its picture has no header")
    for part in range(body[0]):
        component, tables = body[1 + 2 * part], body[2 + 2 * part]
        if component not in frame.tables:
            raise ValueError("the JPEG is damaged: its picture has a part that its frame header doesn't name")
        if frame.tables[component] not in quantisation:
            raise ValueError("the JPEG is damaged: it has no quantisation tables")
        if not _needed(body, tables, frame.progressive) <= huffman:
            raise ValueError("the JPEG is damaged: it has no Huffman tables")


def _needed(body: bytes, tables: int, progressive: bool) -> set[int]:
    """Return the Huffman tables that a scan is read with."""
    first, rest = {tables >> 4}, {16 + (tables & 15)}
    if not progressive:
        return first | rest
    start, approximation = body[-3], body[-1] >> 4
    if start:
        return rest
    return set() if approximation else first


def turned(data: bytes) -> int:
    """Return how a JPEG's camera was held, from 1 (upright) to 8, as EXIF does."""
    start = data.find(b"Exif\0\0", 0, _HEAD) + 6
    order = {b"II": "<", b"MM": ">"}.get(data[start : start + 2], "")
    if start < 6 or not order or len(data) < start + 8:
        return 1
    at = start + unpack_from(f"{order}I", data, start + 4)[0]
    count = unpack_from(f"{order}H", data, at)[0] if at + 2 <= len(data) else 0
    for entry in range(at + 2, min(at + 2 + 12 * count, len(data) - 11), 12):
        tag, _, _, value = unpack_from(f"{order}HHIH", data, entry)
        if tag == _ORIENTATION:
            return value if 1 <= value <= 8 else 1
    return 1
