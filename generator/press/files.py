"""Files put in place whole or not at all, under names that every system takes."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.problems import Location, failed

_LONGEST = 80
_UNSAFE = re.compile(r"[^\w.-]+")
_PART = re.compile(r"\..+\.(?P<process>\d{1,10})\.part", re.DOTALL)
_PART_NAME = 40
_SCRATCH = "playsheet-"
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


def put(path: Path, data: bytes) -> None:
    """Put the data at `path` in one step; what was there stays until then, and when that fails (`Failed`)."""
    part = path.with_name(f".{path.name[:_PART_NAME]}.{os.getpid()}.part")
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


def clear(folder: Path) -> None:
    """Remove the parts of files in a folder and those in it that were begun by processes which are over."""
    for inner, _, files in os.walk(folder):  # follows no links, and leaves out what it can't read
        for name in files:
            part = _PART.fullmatch(name)
            if part and not _runs(int(part["process"])):
                with suppress(OSError):
                    Path(inner, name).unlink()


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder for what nobody keeps; those that killed runs left are cleared away."""
    from shutil import rmtree
    from tempfile import TemporaryDirectory, gettempdir

    with suppress(OSError):
        for left in Path(gettempdir()).glob(f"{_SCRATCH}*"):
            process = left.name.removeprefix(_SCRATCH).partition("-")[0]
            if process.isdecimal() and not _runs(int(process)):
                rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=f"{_SCRATCH}{os.getpid()}-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _runs(process: int) -> bool:
    """Tell whether a process runs; where that can't be found out, it may."""
    if sys.platform == "win32":
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(0x100000, False, process)  # to wait for its end
        if not handle:
            return ctypes.windll.kernel32.GetLastError() != 87  # there is no such process
        ended = ctypes.windll.kernel32.WaitForSingleObject(handle, 0) == 0
        ctypes.windll.kernel32.CloseHandle(handle)
        return not ended
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # somebody else's
        return True
    return True


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
