"""A small ICC profile of a made-up press, for tests: real ones can't be shipped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from struct import pack

Node = Sequence[int]


def press_profile(space: bytes = b"CMYK", kind: bytes = b"prtr") -> bytes:
    """Return a profile whose black follows lightness, and whose cyan, magenta and yellow follow a and b."""
    tags = {
        b"desc": _description("Press of a test"),
        b"cprt": b"text\0\0\0\0none\0",
        b"wtpt": b"XYZ \0\0\0\0" + pack(">iii", 63190, 65536, 54061),
        b"A2B0": _table(4, 3, lambda at: (_light(at), 128, 128)),
        b"B2A0": _table(3, 4, lambda at: (_ink(at[1] == 0), _ink(at[1] == 1), _ink(at[2] == 1), _ink(at[0] == 0))),
    }
    start = 128 + 4 + 12 * len(tags)
    index, body = pack(">I", len(tags)), b""
    for name, data in tags.items():
        index += pack(">4sII", name, start + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    size = start + len(body)
    header = pack(">I4sI4s4s4s12s4s", size, b"\0" * 4, 0x02400000, kind, space, b"Lab ", b"\0" * 12, b"acsp")
    header += b"\0" * 28 + pack(">iii", 63190, 65536, 54061)
    return header.ljust(128, b"\0") + index + body


def _ink(given: bool) -> int:
    return 255 * given


def _light(inks: Node) -> int:
    """The lightness of full inks, black below everything."""
    cyan, magenta, yellow, black = inks
    return 0 if black else 255 - 60 * cyan - 60 * magenta - 20 * yellow


def _description(text: str) -> bytes:
    data = text.encode() + b"\0"
    return b"desc\0\0\0\0" + pack(">I", len(data)) + data + b"\0" * 78


def _table(inputs: int, outputs: int, node: Callable[[Node], Node]) -> bytes:
    """Write a table of two nodes a way, with straight curves before and after it."""
    straight = bytes(range(256))
    matrix = pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    nodes = b"".join(bytes(node(at)) for at in product((0, 1), repeat=inputs))
    head = b"mft1\0\0\0\0" + bytes([inputs, outputs, 2, 0])
    return head + matrix + straight * inputs + nodes + straight * outputs
