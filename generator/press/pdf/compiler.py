"""Faces of a document to drawing operators, each when its page is due and no longer kept than it is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from generator.face.face import Face
from generator.face.safety import tell
from generator.press.page import Page, Placement
from generator.press.pdf.setup import DocumentSetup
from generator.problems import Failed, Problems, Subject
from generator.svg.compile import compile_drawing
from generator.svg.core.store import Form, Store
from generator.svg.xml import Origin
from generator.units import Bounds

Key = tuple[object, ...]


class PlacedForm(NamedTuple):
    """A form and where it lies on its page; `inside` says that its operators are written into the page."""

    form: Form
    placement: Placement
    inside: bool


class Compiler:
    """Compiles the faces of pages, in the order of the pages.

    A face that is placed once is written into its page and forgotten: faces of one kind
    resemble each other, so they take less room in one stream, and thousands needn't be
    kept. What is placed again, or paints with patterns (which refer to a form's
    coordinates), stays a form of the document.
    """

    def __init__(self, store: Store, pages: Sequence[Page]) -> None:
        self.store = store
        self.often = Counter(_key(placement.face) for page in pages for placement in page.placements)
        self.forms: dict[Key, Form] = {}
        self.digests: set[bytes] = set()
        self.stopped: set[str] = set()

    def forms_on(self, page: Page) -> list[PlacedForm]:
        """Return what lies on a page; a face that can't be written or read is among the store's problems then."""
        forms = []
        for placement in page.placements:
            try:
                forms.append(self._form(placement))
            except Failed as failure:
                self.store.problems.extend(failure.problems)
        return [form for form in forms if form]

    def _form(self, placement: Placement) -> PlacedForm | None:
        face = placement.face
        key = _key(face)
        if key in self.forms:
            self.store.tell_of(key, _subject(face))
            return PlacedForm(self.forms[key], placement, inside=False)
        written = self._written(face)
        if written is None:
            return None
        latest = self.store.latest
        form = _drawn(face, written, self.store, self.store.problems)
        if self.often[key] == 1 and form.name == self.store.latest != latest and self._single(form):
            self.store.release(form)
            return PlacedForm(_widened(form, face), placement, inside=True)
        self.store.tell_of(key, _subject(face))
        self.forms[key] = self.store.forms[form.name] = _widened(form, face)
        return PlacedForm(self.forms[key], placement, inside=False)

    def _written(self, face: Face) -> Face | None:
        """Return a face with its text, None when it has an error, or one of its kind stopped: that would come again."""
        if face.component in self.stopped:
            return None
        before = self.store.problems.failures
        try:
            written = face.written
        except Failed:
            self.stopped.add(face.component)
            raise
        return written if self.store.problems.failures == before else None

    def _single(self, form: Form) -> bool:
        """Tell whether a form can be written into its page, and looks like none before it."""
        digest = sha256(form.content).digest()
        fresh = digest not in self.digests
        self.digests.add(digest)
        return fresh and all(used.kind != "Pattern" for used in form.uses)


def _drawn(face: Face, written: Face, store: Store, problems: Problems) -> Form:
    """Return a face as a form, as it was written; what lies where it shouldn't is told to `problems`."""
    origin = Origin(face.place, _subject(face), lines=written.lines)
    drawing = compile_drawing(written.text, face.width, face.height, store, origin, face.language, written.symbols)
    tell(written, drawing, problems)
    return drawing.form


def inspect(faces: Iterable[Face], setup: DocumentSetup) -> None:
    """Draw faces for nothing but what is wrong with where things lie on them, and with their SVG as such."""
    for face in dict.fromkeys(faces):
        store = Store(setup.fonts, Problems(), setup.resolver)
        with setup.problems.sound():
            _drawn(face, face.written, store, setup.problems)


def _key(face: Face) -> Key:
    return face.source, face.width, face.height, face.language, face.bleed


def _subject(face: Face) -> Subject:
    return Subject(f"{face.component} {face.item!r}", f"({face.language})")


def _widened(form: Form, face: Face) -> Form:
    """Return the form of a face as far as it bleeds."""
    if not face.bleed:
        return form
    return form._replace(box=Bounds(0.0, 0.0, face.width, face.height).grown(face.bleed))
