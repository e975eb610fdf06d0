"""A new pack: the starter, copied under a name of its own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from unicodedata import normalize

from generator.pack import shipped
from generator.pack.folder import CATALOGUE_ENDING, PACK_FILE
from generator.problems import Location, failed, quoted

_NAME = re.compile(r"(?!(?i:con|prn|aux|nul|com\d|lpt\d)$)[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_TEXTS = frozenset([".yaml", ".csv", ".j2", CATALOGUE_ENDING])


def start(folder: Path) -> list[Path]:
    """Copy the starter pack to `folder`, which must not exist; return the files written.

    Raises `Failed` for a name that can't be a pack's id and for a folder that is there.
    """
    name = folder.name
    if not _NAME.fullmatch(name):
        proposal = re.sub(r"[^A-Za-z0-9]+", "-", normalize("NFKD", name).encode("ascii", "ignore").decode()).strip("-")
        proposal = proposal[:60] if _NAME.fullmatch(proposal[:60]) else f"{proposal[:55]}-game" * bool(proposal)
        raise failed(
            Location(str(folder)),
            f"{quoted(name)} can't name a pack",
            "the letters a to z, digits, - and _, a letter or digit first, 60 at most, but not con, nul and their like",
            f"take {proposal}, say: the title in {PACK_FILE} may be anything" if proposal else "",
        )
    if folder.exists():
        raise failed(Location(str(folder)), "this folder is there already", remedy="choose another name")
    part = folder.with_name(f".{name}.part")
    try:
        _copy(part, name)
        part.rename(folder)
    except OSError as error:  # of copying, it holds one for each file
        first = error.args[0][0][2] if error.strerror is None else error.strerror
        raise failed(Location(str(folder)), f"can't be written: {first}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _copy(part: Path, name: str) -> None:
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(shipped.templates() / "starter", part, ignore=shutil.ignore_patterns("__pycache__"))
    for path in part.rglob("*"):
        if path.suffix in _TEXTS:
            text = path.read_text(encoding="utf-8")
            text = text.replace("title: My game", f"title: {_title(name)}")
            path.write_text(text, encoding="utf-8")


def _title(name: str) -> str:
    """Return a title made of a pack's id, quoted so that it stays text."""
    words = re.sub(r"[-_]+", " ", name).strip()
    return f'"{words[:1].upper()}{words[1:]}"'
