"""The loader: finds a pack's templates before those that come with the program, and tells people where they are."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from traceback import extract_tb

import jinja2

from generator.pack import shipped
from generator.pack.folder import TEMPLATES
from generator.pack.model import Pack
from generator.pack.source.files import as_spelt, read_bytes
from generator.pack.source.text import decoded
from generator.problems import Location, failed
from generator.sandbox.lines import Lines

LONGEST_TEMPLATE = 200_000
"""How many characters one template file may have: a longer one takes too long to compile."""

_LONGEST_NAME = 200

_MACROS = "common/sheet.svg.j2"
"""The macros that all templates share: of a problem in there the template that calls them is told."""


class Loader(jinja2.BaseLoader):
    """Finds templates in its folders, the first of them first, and nowhere else; `shown` names a file in messages."""

    def __init__(self, roots: tuple[Path, ...], shown: Callable[[str], str]) -> None:
        self.roots = roots
        self.shown = shown
        self._paths: dict[str, Path | None] = {}

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, None]:  # noqa: ARG002 - Jinja's signature
        """Return a template's text and the path of its file; `Failed` when it can't be read or is too long."""
        path = self.find(template)
        if path is None:
            raise jinja2.TemplateNotFound(template)
        return _text(path, self.shown(str(path))), str(path), None

    def find(self, template: str) -> Path | None:
        """Return the file of a template, None when there is none."""
        if template not in self._paths:
            self._paths[template] = self._find(template)
        return self._paths[template]

    def _find(self, template: str) -> Path | None:
        for root in self.roots:
            path = as_spelt(root / template[:_LONGEST_NAME], root)
            if path.is_file() and (real := path.resolve()).is_relative_to(root.resolve()):
                return real
        return None

    def list_templates(self) -> list[str]:
        """Return the names of all templates, for suggestions."""
        return sorted({path.relative_to(root).as_posix() for root in self.roots for path in root.rglob("*.j2")})

    # -------------------------------------------------------------- places for messages

    def place(self, template: str) -> Location:
        """Return the file of a template; its bare name when there is none."""
        path = self.find(template)
        return Location(self.shown(str(path)) if path else template)

    def written_at(self, lines: Lines, line: int, column: int) -> Location | None:
        """Return the place in a template that a line and column of what it wrote come from."""
        source = lines.source(line, column)
        return Location(self.shown(source.file), source.line) if source and source.line else None

    def line_of_call(self, otherwise: Location) -> Location:
        """Return the line of the template that is calling, for problems that don't stop it."""
        frame = inspect.currentframe()
        while frame is not None:
            template = frame.f_globals.get("__jinja_template__")
            if template is not None and template.name != _MACROS:
                return Location(self.shown(str(template.filename)), template.get_corresponding_lineno(frame.f_lineno))
            frame = frame.f_back
        return otherwise

    def line_of_stop(self, error: BaseException, otherwise: Location) -> Location:
        """Return the line of a template where an error stopped it."""
        frames = [frame for frame in reversed(extract_tb(error.__traceback__)) if frame.filename.endswith(".j2")]
        frames.sort(key=lambda frame: frame.filename.endswith(f"/{_MACROS}"))
        return Location(self.shown(frames[0].filename), frames[0].lineno or 0) if frames else otherwise


def names_for(pack: Pack) -> Callable[[str], str]:
    """Return what names a template file as people find it: by the pack's own folder, or from templates/ on."""
    own = (pack.folder / TEMPLATES).resolve()

    @cache
    def shown(filename: str) -> str:
        path = Path(filename)
        if path.is_relative_to(own):
            return f"{pack.shown}/{TEMPLATES}/{path.relative_to(own).as_posix()}"
        if path.is_relative_to(shipped.root()):
            return path.relative_to(shipped.root()).as_posix()
        return filename

    return shown


def _text(path: Path, shown: str) -> str:
    text = decoded(read_bytes(path, shown), shown).lstrip("\ufeff")
    if len(text) > LONGEST_TEMPLATE:
        what = f"a template of {len(text)} characters"
        raise failed(Location(shown), what, f"at most {LONGEST_TEMPLATE}", "import a part of it from another file")
    return text
