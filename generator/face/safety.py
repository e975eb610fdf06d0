"""The safe zone: what a face says and where one writes must keep clear of the cut, and nothing may be cut off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from generator.face.die import Die
from generator.face.face import Face
from generator.problems import Location, Problems, quoted
from generator.units import Point, Rect, Size

if TYPE_CHECKING:
    from generator.svg.compile import Drawing
    from generator.svg.drawntext import DrawnText

MARK = "data-safe"
"""The attribute that tells a text in the SVG by its number."""

_SLACK = 0.005
_SEEN = 0.2
"""What reaches less far (mm) beyond the cut isn't missed."""

_ALIKE = 0.005
"""A drawing whose sides differ by a smaller share from its face's has the size that was meant."""


def tell(face: Face, drawing: Drawing, problems: Problems) -> None:
    """Tell what is wrong with where things lie on a face that was drawn: each text once, where it lies worst."""
    _tell_size(face, drawing, problems)
    _tell_shape(face, drawing, problems)
    worst: dict[tuple[str, Location], tuple[float, bool]] = {}
    size = Size(face.width, face.height)
    for text in drawing.texts:
        own = text.art is None
        distance = clearance(text.corners, size, face.die)
        least = face.safe - _SLACK if own and face.safe else -_SEEN
        if distance >= least and clearance(text.largest, size, face.die) < -_SEEN:
            distance, least = clearance(text.inked(), size, face.die), -_SEEN
        if distance < least:
            key = (text.said, place_of(face, text))
            worst[key] = min(worst.get(key, (distance, own)), (distance, own))
    for (said, place), (distance, own) in worst.items():
        if own and face.safe:
            too_close(face, place, quoted(said), distance, problems)
        else:
            _cut_off(face, place, quoted(said), -distance, own, problems)


def tell_fields(face: Face, places: Sequence[Location], problems: Problems) -> None:
    """Tell which fields of a face lie too close to the cut, or beyond the face where it needs no room."""
    whole = Rect(0, 0, face.width, face.height)
    for field, place in zip(face.fields, places, strict=True):
        corners, name = field.rect.bounds.corners, f"field {quoted(field.name)}"
        if face.safe:
            distance = clearance(corners, Size(face.width, face.height), face.die)
            if distance < face.safe - _SLACK:
                too_close(face, place, name, distance, problems)
        elif (distance := min(Die().clearance(*corner, whole) for corner in corners)) < -_SEEN:
            what = f"{_who(face)}: {name} lies {-distance:.1f} mm beyond the edge of its face"
            problems.error(place, what, f"0 to {face.width:g} across, 0 to {face.height:g} down", "move it inwards")


def clearance(corners: Iterable[Point], size: Size, die: Die) -> float:
    """Return how far inside the outline of a face the corners of something are at least, below 0 outside."""
    return min(die.clearance(*corner, Rect(0, 0, *size)) for corner in corners)


def place_of(face: Face, text: DrawnText) -> Location:
    """Return where a text comes from: the file of its own, the call that wrote it, or its line of the template."""
    if text.art is not None:
        return text.art
    number = int(text.mark) if text.mark.isdecimal() and len(text.mark) < 8 else len(face.calls)
    if number < len(face.calls):
        return face.calls[number]
    return (face.lines(text.line, 0) if face.lines else None) or face.place


def too_close(face: Face, place: Location, what: str, distance: float, problems: Problems) -> None:
    """Tell that something lies outside the safe zone of a face."""
    where = f"{distance:.1f} mm from the cut" if distance > 0 else f"{-distance:.1f} mm beyond the cut"
    allowed, remedy = f"{face.safe:g} mm or more", "move it inwards, shorten it, or lower safe in pack.yaml"
    problems.error(place, f"{_who(face)}: {what} lies {where}", allowed, remedy)


def _cut_off(face: Face, place: Location, said: str, distance: float, own: bool, problems: Problems) -> None:
    where = "" if own else " of a picture"
    what = f"{_who(face)}: {said}{where} is cut off: it reaches {distance:.1f} mm beyond the edge"
    remedy = (
        "move it inwards or shorten it; what is meant to be cut off is drawn as a path"
        if own
        else ("draw the picture smaller, or farther inwards")
    )
    problems.warning(place, what, remedy=remedy)


def _tell_size(face: Face, drawing: Drawing, problems: Problems) -> None:
    """Tell when a drawing says that it is larger or smaller than its face."""
    stated = drawing.stated
    if stated is None:
        return
    sides = zip(stated, (face.width, face.height), strict=True)
    if all(abs(side - wanted) <= max(0.1, _ALIKE * wanted) for side, wanted in sides):
        return
    share = min(face.width / stated.width, face.height / stated.height)
    what = (
        f"the drawing is {stated.width:.4g} × {stated.height:.4g} mm, the face of {face.component} "
        f"{face.width:g} × {face.height:g} mm: it is drawn at {share * 100:.3g} %"
    )
    remedy = f"make the drawing {face.width:g} × {face.height:g} mm, or change size in pack.yaml"
    place = (face.lines(1, 0) if face.lines else None) or face.place
    problems.warning(place, what, remedy=remedy)


def _tell_shape(face: Face, drawing: Drawing, problems: Problems) -> None:
    """Tell when a drawing that doesn't say how large it is has another shape than its face."""
    box = drawing.box
    if drawing.stated or box is None or abs(box.width * face.height / (box.height * face.width) - 1) <= _ALIKE * 2:
        return
    what = (
        f"the drawing is {box.width:.4g} × {box.height:.4g} units, which isn't the shape of the face of "
        f"{face.component}, {face.width:g} × {face.height:g} mm: it doesn't fill it"
    )
    remedy = f'write viewBox="0 0 {face.width:g} {face.height:g}" on its <svg>, or change size in pack.yaml'
    problems.warning((face.lines(1, 0) if face.lines else None) or face.place, what, remedy=remedy)


def _who(face: Face) -> str:
    return f"{face.component} {quoted(face.item)} in {face.language}"
