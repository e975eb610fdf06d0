"""Files of a pack: read whole when they aren't too large, and never from outside its folder."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISREG

from generator.pack.source.text import composed
from generator.problems import Location, failed

MOST_BYTES = 16 * 1024 * 1024
"""How many bytes one file may have."""


def read_bytes(path: Path, shown: str) -> bytes:
    """Read a file of at most 16 MiB; `Failed` when it is missing, unreadable, larger or no plain file."""
    try:
        if not S_ISREG(path.stat().st_mode):  # a pipe would keep us waiting, a device would never end
            raise failed(Location(shown), "this is no file", "a file with text in it")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise failed(Location(shown), f"can't be read: {getattr(error, 'strerror', error)}") from error
    if len(raw) > MOST_BYTES:
        raise failed(Location(shown), f"the file is larger than {MOST_BYTES // 2**20} MiB", remedy="split it")
    return raw


def as_spelt(path: Path, below: Path) -> Path:
    """Return the file below a folder that is meant by a path: systems write é as one letter, or as e and a mark."""
    if path == below or path.exists() or path.name in ("", ".", ".."):
        return path
    folder, name = as_spelt(path.parent, below), composed(path.name)
    try:
        return next((entry for entry in folder.iterdir() if composed(entry.name) == name), folder / path.name)
    except (OSError, ValueError):
        return path


def inside(folder: Path, path: Path, shown: str) -> Path:
    """Return `path`; `Failed` when links or dots lead it out of `folder`."""
    try:
        within = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name that no file can have
        within = False
    if not within:
        raise failed(Location(shown), "a link that leaves the pack's folder", remedy="put the file itself there")
    return path
