"""Where the files that come with the program lie: templates/ and data/."""

from __future__ import annotations

from pathlib import Path

from generator.pack.folder import PACK_FILE, TEMPLATES


def root() -> Path:
    """Return the folder that holds templates/ and data/: inside a wheel, else the checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "shipped"
    return installed if installed.is_dir() else package.parent


def templates() -> Path:
    """Return the folder of the shipped templates."""
    return root() / TEMPLATES


def data() -> Path:
    """Return the folder of the shipped packs and of data/common."""
    return root() / "data"


def common() -> Path:
    """Return the folder of what belongs to no pack: catalogues, papers, makers."""
    return data() / "common"


def calibration() -> Path:
    """Return the pack of the calibration page, which isn't a game and so not among the packs."""
    return common() / "calibration"


def packs() -> list[str]:
    """Return the ids of the shipped packs, sorted."""
    return sorted(path.parent.name for path in data().glob(f"*/{PACK_FILE}"))
