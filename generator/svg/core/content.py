"""A content stream in the making: operators, the graphics state they left, and what they use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from generator.svg.core.store import EVERYWHERE, Form, Kind, Resource, Space, Store
from generator.svg.css.colours import Colour, ink
from generator.svg.css.values import cm
from generator.svg.xml import DEEPEST
from generator.units import Bounds, Matrix

HEAVIEST = 200_000
"""A face may draw this many elements, counting what `use` repeats."""

_FILL, _STROKE, _PEN, _DASHES, _ALPHA = 0, 1, 2, 6, 7
_UNBROKEN = "[] 0 d"
_START = ["", "", "", "", "", "", _UNBROKEN, "1 1"]


class Mask(NamedTuple):
    """A group whose alpha or light says how much is let through, in the coordinates where it is set."""

    form: Form
    kind: Literal["Alpha", "Luminosity"]


class TooMuch(Exception):
    """A face draws more elements than a viewer can show in time, or nests them too deep."""


@lru_cache(256)
def _opacity(fill: float, stroke: float) -> str:
    return f"{fill:.4g} {stroke:.4g}"


_LONG = re.compile(rb"[0-9]{6,}(?=[ .])")


def _around(data: bytes, box: Bounds) -> Bounds:
    """Return a box that cuts nothing off: numbers may be large where a transform brings them back."""
    if box is not EVERYWHERE:
        return box
    digits = max(map(len, _LONG.findall(data)), default=0)
    reach = 10.0**digits
    return Bounds(-reach, -reach, reach, reach) if digits else box


class Content:
    """Operators of one form; a state operator is written only when it changes something.

    A form starts with the state of whoever places it, so nothing is taken for granted but
    full opacity and lines without dashes, which everyone who places a form sees to. A `grey`
    one shows colours as the light they give, which is what masks are made of.
    """

    __slots__ = ("_saved", "_state", "depth", "grey", "operators", "store", "uses", "weight")

    def __init__(self, store: Store, depth: int = 0, grey: bool = False) -> None:
        self.store = store
        self.depth = depth
        self.grey = grey
        self.operators: list[str] = []
        self.uses: dict[Resource, None] = {}
        self.weight = 0
        self._state = list(_START)
        self._saved: list[list[str]] = []

    def write(self, operators: str) -> None:
        """Add operators that leave the graphics state as it is."""
        self.operators.append(operators)

    def weigh(self, elements: int = 1) -> None:
        """Count elements; `TooMuch` above the limit."""
        self.weight += elements
        if self.weight > HEAVIEST:
            raise TooMuch(f"it draws more than {HEAVIEST} elements, counting what <use> repeats")

    def descend(self) -> None:
        """Go into an element that holds others; `TooMuch` beyond the limit."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooMuch(f"elements are nested more than {DEEPEST} deep, counting what <use> nests")

    def ascend(self) -> None:
        """Leave an element that holds others."""
        self.depth -= 1

    def save(self) -> None:
        """Save the graphics state."""
        self._saved.append(self._state.copy())
        self.operators.append("q")

    def restore(self) -> None:
        """Go back to the state that was saved last."""
        self._state = self._saved.pop()
        if self.operators[-1] == "q":
            self.operators.pop()
        else:
            self.operators.append("Q")

    def ink(self, colour: Colour, stroke: bool = False) -> None:
        """Set the colour of fills or strokes."""
        process = None if self.grey else self.store.process
        self._colour(process.ink(colour, stroke) if process else ink(colour, stroke, self.grey), stroke)

    def _colour(self, operator: str, stroke: bool) -> None:
        place = _STROKE if stroke else _FILL
        if self._state[place] != operator:
            self._state[place] = operator
            self.operators.append(operator)

    def pattern(self, pattern: Resource, stroke: bool) -> None:
        """Fill or stroke with a pattern."""
        self.uses[pattern] = None
        self._colour(f"/Pattern {'CS' if stroke else 'cs'} /{pattern.name} {'SCN' if stroke else 'scn'}", stroke)

    def pen(self, pen: tuple[str, ...]) -> None:
        """Set line width, cap, join, mitre limit and dashes."""
        state = self._state
        for index, operator in enumerate(pen, _PEN):
            if operator and state[index] != operator:
                state[index] = operator
                self.operators.append(operator)

    def alpha(self, fill: float, stroke: float) -> None:
        """Set the opacity of fills and strokes."""
        opacity = _opacity(fill, stroke)
        if self._state[_ALPHA] != opacity:
            self._state[_ALPHA] = opacity
            self.use("gs", self.store.entry("ExtGState", "G", f"<< /ca {fill:.4g} /CA {stroke:.4g} >>"))

    def compose(self, opacity: float = 1.0, blend: str = "Normal", mask: Mask | None = None) -> None:
        """Set how the group that is placed next is laid over what is below, until the state is restored.

        The mask lies in the coordinates of now.
        """
        parts: list[str | Resource] = [f"<< /ca {opacity:.4g} /CA {opacity:.4g}"]
        if blend != "Normal":
            parts.append(f" /BM /{blend}")
        if mask:
            self.weigh(mask.form.weight)
            parts += [f" /SMask << /S /{mask.kind} /G ", Resource("XObject", mask.form.name), " >>"]
        self._state[_ALPHA] = _opacity(opacity, opacity)
        self.use("gs", self.store.entry("ExtGState", "G", *parts, " >>"))

    def lay(self, group: Form, opacity: float = 1.0, blend: str = "Normal", masks: Sequence[Mask] = ()) -> None:
        """Place a group through masks; the caller saves and restores the state."""
        for mask in masks[:-1]:  # a state knows one mask, so the others need a group each
            through = Content(self.store, self.depth, self.grey)
            through.compose(mask=mask)
            through.place(group.name)
            group = through.group()
        self.compose(opacity, blend, masks[-1] if masks else None)
        self.place(group.name)

    def use(self, operator: str, resource: Resource) -> None:
        """Write an operator that takes a resource."""
        self.uses[resource] = None
        self.operators.append(f"/{resource.name} {operator}")

    def font(self, name: str) -> None:
        """Note that a font is used."""
        self.uses[Resource("Font", name)] = None

    def place(self, name: str, kind: Kind = "XObject") -> None:
        """Paint a form or an image at full opacity, unless the caller set another just now."""
        if name in self.store.forms:
            self._ready_for(self.store.forms[name])
        self.use("Do", Resource(kind, name))

    def stamp(self, form: Form, matrix: Matrix) -> None:
        """Paint a form at full opacity, its coordinates mapped by a matrix."""
        self.alpha(1, 1)
        self._ready_for(form)
        self.uses[Resource("XObject", form.name)] = None
        self.operators.append(f"q {cm(matrix)} /{form.name} Do Q")

    def _ready_for(self, form: Form) -> None:
        self.weigh(form.weight)
        if self._state[_DASHES] != _UNBROKEN:
            self._state[_DASHES] = _UNBROKEN
            self.operators.append(_UNBROKEN)

    def form(self, box: Bounds = EVERYWHERE) -> Form:
        """Keep what was written as a form."""
        data = self._data()
        return self.store.form(data, _around(data, box), self.uses, self.weight)

    def group(self, box: Bounds = EVERYWHERE) -> Form:
        """Keep what was written as a form that is composed first and then laid on what is below."""
        space: Space = "DeviceGray" if self.grey else "DeviceCMYK" if self.store.process else "DeviceRGB"
        data = self._data()
        return self.store.form(data, _around(data, box), self.uses, self.weight, space)

    def _data(self) -> bytes:
        return "\n".join(self.operators).encode("latin-1")
