"""What a file of printers holds, as it was measured; apart from its use, as most builds have no such file."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from generator.pack.model import Decimal, Strict, Text
from generator.press.printer import LONG, SHORT

MOST_OFF = 0.05
"""The largest share by which a length may be off: more is a setting of the print dialog."""

FARTHEST = 6.0
"""The largest shift in mm that the calibration page can show."""

Short = Annotated[Decimal, Field(ge=SHORT * (1 - MOST_OFF), le=SHORT * (1 + MOST_OFF))]
Long = Annotated[Decimal, Field(ge=LONG * (1 - MOST_OFF), le=LONG * (1 + MOST_OFF))]
Shift = Annotated[Decimal, Field(ge=-FARTHEST, le=FARTHEST)]


class Measurement(Strict):
    """What was measured on a calibration page, in mm."""

    shift: tuple[Shift, Shift] = Field(default=(0.0, 0.0), description="Where the cross lies on the other side's scale")


class Upright(Measurement):
    """What was measured on the upright page."""

    width: Short = Field(description="From A to B")
    height: Long = Field(description="From C to D")


class Lying(Measurement):
    """What was measured on the lying page."""

    width: Long = Field(description="From A to B")
    height: Short = Field(description="From C to D")


class Profile(Strict):
    """A printer: what was measured on upright and on lying paper."""

    upright: Upright | None = Field(default=None, description="The upright calibration page")
    lying: Lying | None = Field(default=None, description="The lying calibration page")


class Printers(Strict):
    """The file printers.yaml."""

    default: Text | None = Field(default=None, description="The printer that builds are corrected for unless told so")
    printers: dict[Text, Profile] = Field(default={}, description="Printers by name")
