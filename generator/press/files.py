"""Files put in place whole or not at all, under names that every system takes."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from generator.problems import Location, failed

_LONGEST = 80
_UNSAFE = re.compile(r"[^\w.-]+")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


def put(path: Path, data: bytes) -> None:
    """Put the data at `path` in one step; what was there stays until then, and when that fails (`Failed`)."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(data)
            part.replace(path)
        except BaseException:  # whatever stops it, also a person who doesn't want to wait
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise failed(Location(str(path)), f"can't be written: {error.strerror or error}") from error


def names(ids: Iterable[str]) -> list[str]:
    """Return a file name (without ending) for each id, all different even where letter case doesn't count.

    What isn't a letter, digit, _ . or - becomes _; a name that is taken gets a number.
    """
    taken: dict[str, int] = {}
    different = []
    for base in map(_name, ids):
        name = base
        while name.casefold() in taken:
            taken[base.casefold()] += 1
            name = f"{base}-{taken[base.casefold()]}"
        taken[name.casefold()] = 1
        different.append(name)
    return different


def _name(item: str) -> str:
    name = _UNSAFE.sub("_", unicodedata.normalize("NFC", item))[:_LONGEST].strip(".")
    return f"_{name}" if not name or _DEVICE.match(name) else name
