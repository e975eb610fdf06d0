"""The program that reads the fields of a PDF form: a process of its own, which may die of what it reads.

A PDF on standard input becomes JSON on standard output: `keywords` and `fields`, or what is `wrong`. Nothing of
playsheet is loaded here, so that it starts fast. `reading` in `readback.py` starts it and says how much it may take.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from ctypes import c_float, c_ushort
from typing import Any, NamedTuple

KINDS = {"CHECKBOX": "tick", "TEXTFIELD": "text", "RADIOBUTTON": "radio", "COMBOBOX": "choice", "LISTBOX": "choice"}
"""What the kinds of fields in a form are called here; any other is none that a person fills in."""


class Bounds(NamedTuple):
    """What reading may come to: pages, fields and notes, characters of a text, seconds of work, bytes of memory."""

    pages: int
    fields: int
    longest: int
    seconds: float
    memory: int


class Refused(Exception):
    """A PDF that isn't read on: what is wrong with it, and what is allowed."""


def bind(bounds: Bounds) -> None:
    """Bound the work and memory of this process where the system can; it is ended by the system then."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.SetErrorMode(3)  # what dies here opens no window
        return
    import resource

    limits = {resource.RLIMIT_AS: bounds.memory, resource.RLIMIT_CORE: 0}
    for kind, most in limits.items():
        try:
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):  # macOS knows the limit of memory and doesn't take it
            continue
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, bounds.seconds)


def read(raw: bytes, bounds: Bounds) -> dict[str, Any]:
    """Return what stands in a form, as plain data."""
    import pypdfium2 as pdfium

    try:
        with pdfium.PdfDocument(raw) as document:
            document.init_forms()
            if len(document) > bounds.pages:
                raise Refused(f"{len(document)} pages", f"at most {bounds.pages}")
            keywords = document.get_metadata_value("Keywords")[: bounds.longest]
            return {"keywords": keywords, "fields": list(_fields(document, bounds))}
    except pdfium.PdfiumError as error:
        raise Refused(f"this is no PDF that can be read: {error}", "") from None


def _fields(document: Any, bounds: Bounds) -> Iterator[dict[str, Any]]:
    import pypdfium2.raw as c

    kinds = {getattr(c, f"FPDF_FORMFIELD_{name}"): kind for name, kind in KINDS.items()}
    count = 0
    for number, page in enumerate(document, 1):
        for index in range(c.FPDFPage_GetAnnotCount(page)):
            count += 1
            if count > bounds.fields:
                raise Refused(f"more than {bounds.fields} fields and notes", "")
            annotation = c.FPDFPage_GetAnnot(page, index)
            if annotation:
                kind = kinds.get(c.FPDFAnnot_GetFormFieldType(document.formenv, annotation))
                if kind:
                    yield {"page": number, "kind": kind, **_field(document.formenv, annotation, bounds.longest)}
                c.FPDFPage_CloseAnnot(annotation)
        page.close()


def _field(form: Any, annotation: Any, longest: int) -> dict[str, Any]:
    """Return what a field says; a text beyond `longest` characters is left out, and its length told."""
    import pypdfium2.raw as c

    name, _ = _text(longest, c.FPDFAnnot_GetFormFieldName, form, annotation)
    value, length = _text(longest, c.FPDFAnnot_GetFormFieldValue, form, annotation)
    written, long = _text(longest, c.FPDFAnnot_GetStringValue, annotation, b"V")
    state, _ = _text(longest, c.FPDFAnnot_GetStringValue, annotation, b"AS")
    most = c_float()
    c.FPDFAnnot_GetNumberValue(annotation, b"MaxLen", most)
    return {
        "name": name,
        "value": value,
        "written": written,
        "length": max(length, long),
        "state": state,
        "most": int(max(0.0, min(most.value, 1e9))),
        "ticked": bool(c.FPDFAnnot_IsChecked(form, annotation)),
    }


def _text(longest: int, ask: Any, *asked: Any) -> tuple[str, int]:
    """Return a text that pdfium knows, and how many characters it has; "" instead of one that is too long."""
    length = ask(*asked, None, 0)  # bytes, with the two that end it
    if not 2 < length <= 2 * longest + 2:
        return "", max(0, length // 2 - 1)
    buffer = (c_ushort * (length // 2))()
    ask(*asked, buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", errors="replace"), length // 2 - 1


def main(arguments: list[str]) -> None:
    """Read the PDF on standard input within the bounds that the arguments give."""
    pages, fields, longest, seconds, memory = arguments
    bounds = Bounds(int(pages), int(fields), int(longest), float(seconds), int(memory))
    bind(bounds)
    try:
        outcome = read(sys.stdin.buffer.read(), bounds)
    except Refused as refusal:
        outcome = {"wrong": refusal.args}
    except ImportError:
        outcome = {"wrong": ["forms are read with pypdfium2, which isn't installed", ""]}
    sys.stdout.write(json.dumps(outcome))
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
