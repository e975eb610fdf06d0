"""The renderer: from the items of a pack to their faces in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import jinja2

from generator.face.art import Art
from generator.face.die import die_of
from generator.face.face import AS_IS, Face, FaceDraft, Printing
from generator.face.furniture import Furniture
from generator.face.loader import Loader, names_for
from generator.face.safety import tell_fields
from generator.face.template_cache import TemplateCache
from generator.face.template_errors import reason
from generator.face.vocabulary import ANY_FONT, Vocabulary
from generator.pack.folder import ART
from generator.pack.model import Component, Pack
from generator.pack.rows import Rows
from generator.pack.source.text import composed
from generator.pack.words.localise import Words
from generator.problems import Failed, Location, Problems, near, quoted
from generator.sandbox.blank import Blank, TruthPrinted
from generator.sandbox.templates import Templates, Written
from generator.type.fonts import Fonts

_ROOT = re.compile(r"<svg\b[^>]*>")


class TemplateRenderer:
    """Writes the faces of one pack in one language; `furniture` is what stands beside them on pages."""

    def __init__(
        self,
        pack: Pack,
        words: Words,
        fonts: Fonts,
        problems: Problems,
        cache: TemplateCache | None = None,
        printing: Printing = AS_IS,
    ) -> None:
        self.pack = pack
        self.words = words
        self.fonts = fonts
        self.problems = problems
        self.printing = printing
        self.art = Art(pack.folder / ART, f"{pack.shown}/{ART}")
        self._loader = Loader(pack.template_roots, names_for(pack))
        self.environment = Templates(self._loader, cache)
        self.vocabulary = Vocabulary(pack, words, fonts, self.art, problems, self._loader, self.environment)
        self._rows = Rows(pack.tables)
        self.environment.fields, self.environment.on_blank = self._rows.fields, self._note_blank
        self.environment.globals.update(self.vocabulary.names())
        self.environment.filters.update(self.vocabulary.filters())
        self.furniture = Furniture(pack, words, printing, self._write)

    def face(self, component: str, item: Mapping[str, Any], number: int, total: int) -> Face | None:
        """Return the face of one item, or None when its template stopped (the problem is noted)."""
        model = self.pack.file.components[component]
        place = Location(model.template)
        draft = FaceDraft(component, str(item["id"]), number, total, place, *self.printing, safe=model.safe, row=item)
        values = {"item": item, "n": number, "m": total, "component": _about(component, model)}
        written = self._write(draft, model.template, values)
        if written is None:
            return None
        face = Face(
            component,
            draft.item,
            self.words.language,
            written.text,
            *model.size,
            draft.place,
            tuple(draft.fields),
            die=die_of(model),
            symbols=tuple(draft.symbols.values()),
            safe=draft.safe,
            lines=partial(self._loader.written_at, written.lines),
            calls=tuple(draft.calls),
        )
        tell_fields(face, draft.places, self.problems)
        return face

    def later(self, component: str, item: Mapping[str, Any], number: int, total: int) -> Face:
        """Return the face of one item, which is written each time that its SVG is asked for."""
        model = self.pack.file.components[component]
        place = self._loader.place(model.template)
        write = partial(self._face_or_stop, component, item, number, total)
        return Face(component, str(item["id"]), self.words.language, write, *model.size, place, die=die_of(model))

    def _face_or_stop(self, component: str, item: Mapping[str, Any], number: int, total: int) -> Face:
        face = self.face(component, item, number, total)
        if face is None:
            raise Failed(self.problems.errors)
        return face

    def _write(self, draft: FaceDraft, template: str, values: dict[str, Any]) -> Written | None:
        """Return the draft's SVG, which refers to symbols by their ids; None when the template stopped, noted."""
        try:
            draft.place = self._loader.place(template)
            with self.vocabulary.writing(draft):
                written = self.environment.written(self.environment.get_template(template).generate(values))
        except Failed as failure:
            line = self._loader.line_of_stop(failure, draft.place)
            self.problems.extend(p._replace(place=line) if p.place == ANY_FONT else p for p in failure.problems)
            return None
        except Exception as error:
            self._note(error, draft, template)
            return None
        self._note_apart()
        if _ROOT.search(written.text) is None:
            remedy = 'begin with {% extends "common/face.svg.j2" %}'
            self.problems.error(draft.place, "the template writes no <svg> element", remedy=remedy)
            return None
        return written

    def _note_apart(self) -> None:
        """Warn of files of art whose names are written with letters and their marks apart."""
        for path in self.art.apart:
            what = "letters and their marks stand apart in this file's name, as some systems write them"
            remedy = "rename it, so that every system finds it"
            self.problems.warning(Location(f"{self.art.shown}/{composed(path.name)}"), what, remedy=remedy)

    def _note_blank(self, blank: Blank) -> None:
        """Warn of an empty field that prints nothing, with the row that has it and the template's line."""
        draft, row = self.vocabulary.draft, self._rows.place(blank.row, blank.name)
        self.problems.warning(
            self._loader.line_of_call(draft.place),
            f"the field {quoted(blank.name)} is empty and prints nothing",
            remedy=f'fill it in, or write {blank.name}|default("") where nothing is meant',
            subject=draft.subject(f"({row})" if row else ""),
        )

    def _note(self, error: BaseException, draft: FaceDraft, template: str) -> None:
        """Note what stopped a template at the line where it stopped."""
        remedy = ""
        place = self._loader.line_of_stop(error, draft.place)
        if isinstance(error, jinja2.TemplateNotFound):
            if error.name == template:
                place = self.pack.place(draft.component, "template")
            what = f"there is no template {quoted(error.name)}"
            remedy = near(str(error.name), self._loader.list_templates()) or "put it into the pack's templates/ folder"
        elif isinstance(error, jinja2.TemplateSyntaxError):
            place = Location(self._loader.shown(error.filename or template), error.lineno)
            what = error.message or "not a template"
        else:
            what, remedy = reason(error, self.environment.globals)
            if isinstance(error, TruthPrinted) and (row := self._rows.place(error.row, error.name)):
                remedy = f'in {row}; write what it means, as in "yes" if item.{error.name} else ""'
        self.problems.error(place, what, remedy=remedy, subject=draft.subject())


def _about(name: str, component: Component) -> dict[str, Any]:
    """Return what a template sees as `component`; width and height in mm."""
    return {"id": name, "title": component.title, "width": component.size[0], "height": component.size[1]}
