"""A content stream in the making: operators, the graphics state they left, and what they use."""

from __future__ import annotations

from typing import Literal

from generator.face.store import EVERYWHERE, Box, Form, Kind, Resource, Store
from generator.face.svg import DEEPEST

HEAVIEST = 200_000
"""A face may draw this many elements, counting what `use` repeats."""

_FILL, _STROKE, _PEN, _DASHES, _ALPHA = 0, 1, 2, 6, 7
_UNBROKEN = "[] 0 d"
_START = ["", "", "", "", "", "", _UNBROKEN, "1 1"]


class TooMuch(Exception):
    """A face draws more elements than a viewer can show in time, or nests them too deep."""


class Content:
    """Operators of one form; a state operator is written only when it changes something.

    A form starts with the state of whoever places it, so nothing is taken for granted but
    full opacity and lines without dashes, which everyone who places a form sees to.
    """

    __slots__ = ("_saved", "_state", "depth", "operators", "store", "uses", "weight")

    def __init__(self, store: Store, depth: int = 0) -> None:
        self.store = store
        self.depth = depth
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

    def fill(self, operator: str) -> None:
        """Set the colour of fills."""
        if self._state[_FILL] != operator:
            self._state[_FILL] = operator
            self.operators.append(operator)

    def stroke(self, operator: str) -> None:
        """Set the colour of strokes."""
        if self._state[_STROKE] != operator:
            self._state[_STROKE] = operator
            self.operators.append(operator)

    def pattern(self, pattern: Resource, stroke: bool) -> None:
        """Fill or stroke with a pattern."""
        self.uses[pattern] = None
        if stroke:
            self.stroke(f"/Pattern CS /{pattern.name} SCN")
        else:
            self.fill(f"/Pattern cs /{pattern.name} scn")

    def pen(self, pen: tuple[str, ...]) -> None:
        """Set line width, cap, join, mitre limit and dashes."""
        state = self._state
        for index, operator in enumerate(pen, _PEN):
            if operator and state[index] != operator:
                state[index] = operator
                self.operators.append(operator)

    def alpha(self, fill: float, stroke: float) -> None:
        """Set the opacity of fills and strokes."""
        wanted = f"{fill:.4g} {stroke:.4g}"
        if self._state[_ALPHA] != wanted:
            self._state[_ALPHA] = wanted
            self.use("gs", self.store.entry("ExtGState", "G", f"<< /ca {fill:.4g} /CA {stroke:.4g} >>"))

    def mask(self, form: Form, kind: Literal["Alpha", "Luminosity"]) -> None:
        """Let only through what a group form covers or lights, in today's coordinates, until the state is restored."""
        group = Resource("XObject", form.name)
        self.use("gs", self.store.entry("ExtGState", "G", f"<< /SMask << /S /{kind} /G ", group, " >> >>"))

    def use(self, operator: str, resource: Resource) -> None:
        """Write an operator that takes a resource."""
        self.uses[resource] = None
        self.operators.append(f"/{resource.name} {operator}")

    def font(self, name: str) -> None:
        """Note that a font is used."""
        self.uses[Resource("Font", name)] = None

    def place(self, name: str, kind: Kind = "XObject") -> None:
        """Paint a form or an image at full opacity, unless the caller set another just now."""
        if kind == "XObject" and name in self.store.forms:
            self.weigh(self.store.forms[name].weight)
            if self._state[_DASHES] != _UNBROKEN:
                self._state[_DASHES] = _UNBROKEN
                self.operators.append(_UNBROKEN)
        self.use("Do", Resource(kind, name))

    def form(self, box: Box = EVERYWHERE, group: Literal["", "DeviceRGB", "DeviceGray"] = "") -> Form:
        """Keep what was written as a form."""
        data = "\n".join(self.operators).encode("latin-1")
        return self.store.form(data, box, self.uses, self.weight, group)
