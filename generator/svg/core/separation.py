"""Separation: colours and pictures in cyan, magenta, yellow and black, for a print shop.

Colours that are given in inks stay as they are. Greys, and dark colours close to grey such
as the ink of texts, print on black alone, so that no letter depends on how four plates
register. Any other colour goes through the shop's ICC profile when there is one, else
through a formula: black is what cyan, magenta and yellow have in common.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.svg.core.images import SMALL, Picture, enlarged, mask, opened, packed, read_picture
from generator.svg.css.colours import Colour, pdf_part

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFilter import Color3DLUT

Inks = tuple[float, ...]
"""Shares of cyan, magenta, yellow and black."""

CONDITION = "FOGRA39"
"""The printing condition that is meant when the shop gave no profile: offset on coated paper, ISO 12647-2."""

NEAR_GREY = 0.1
"""A dark colour whose parts differ by no more than that prints on black alone."""

DARK = 0.45
"""What counts as dark: no part is lighter."""

SOLID = 0.18
"""A grey as dark as that prints as solid black: small letters need no screen."""

_STEP = 1.5 / 255
_GRID = 17


class Separation:
    """How a document for a print shop writes colours; `profile` is the shop's ICC profile."""

    def __init__(self, profile: bytes | None = None) -> None:
        self.profile = profile
        self._separate = _through(profile) if profile else _by_formula()
        self.pictures = 0

    def ink(self, colour: Colour, stroke: bool) -> str:
        """Return the operator that sets a colour."""
        return " ".join([*map(pdf_part, self.inks(colour)), "K" if stroke else "k"])

    def inks(self, colour: Colour) -> Inks:
        """Return the inks of a colour."""
        if colour.inks:
            return colour.inks
        red, green, blue = colour[:3]
        return black(red, green, blue) or self._of(red, green, blue)

    def _of(self, red: float, green: float, blue: float) -> Inks:
        return by_formula(red, green, blue) if self.profile is None else _looked_up(self._separate, red, green, blue)

    def picture(self, data: bytes, sharp: bool) -> Picture:
        """Return a picture as a PDF keeps it; a grey one and one in inks stay as they are."""
        original = read_picture(data, sharp)
        if "/DeviceRGB" not in original.entries:
            return original
        self.pictures += 1
        whole = opened(data)
        whole = enlarged(whole) if sharp and max(whole.size) <= SMALL else whole
        return packed(whole, "DeviceCMYK", mask(whole), self._separate)._replace(turned=original.turned)


def black(red: float, green: float, blue: float) -> Inks | None:
    """Return the black of a grey, and of a dark colour close to grey; None for any other."""
    high = max(red, green, blue)
    apart = high - min(red, green, blue)
    if apart > _STEP and (apart > NEAR_GREY or high > DARK):
        return None
    light = 0.2125 * red + 0.7154 * green + 0.0721 * blue
    return 0.0, 0.0, 0.0, 1.0 if light <= SOLID else 1.0 - light


def by_formula(red: float, green: float, blue: float) -> Inks:
    """Return the inks of a colour, black being all that cyan, magenta and yellow share."""
    light = max(red, green, blue)
    if light <= 0:
        return 0.0, 0.0, 0.0, 1.0
    return (light - red) / light, (light - green) / light, (light - blue) / light, 1 - light


# ------------------------------------------------------------------ pictures


def _by_formula() -> Callable[[Image], Image]:
    table: list[Color3DLUT] = []

    def separate(picture: Image) -> Image:
        if not table:
            from PIL.ImageFilter import Color3DLUT

            table.append(Color3DLUT.generate(_GRID, by_formula, 4, "CMYK"))
        return picture.filter(table[0])

    return separate


def _through(profile: bytes) -> Callable[[Image], Image]:
    """Return the way from sRGB through an ICC profile, relative colorimetric with black point compensation."""
    from io import BytesIO

    from PIL import ImageCms

    way = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(profile)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )

    def separate(picture: Image) -> Image:
        separated = ImageCms.applyTransform(picture, way)
        assert separated is not None  # only None when it changes the picture in place
        return separated

    return separate


@lru_cache(4096)
def _looked_up(separate: Callable[[Image], Image], red: float, green: float, blue: float) -> Inks:
    from PIL.Image import new

    bytes_ = tuple(round(part * 255) for part in (red, green, blue))
    return tuple(part / 255 for part in separate(new("RGB", (1, 1), bytes_)).tobytes())
