"""The code that templates become: it knows which line of its template each piece of text stands on."""

from __future__ import annotations

import re
from types import CodeType

from jinja2 import TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator, Frame

_LINES = re.compile(r"^debug_info = '([^']*)'$", re.MULTILINE)


class LineKeeper(CodeGenerator):
    """Writes Python that notes the line of plain text too, where Jinja notes those of expressions alone."""

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:
        """Write a piece of text or an expression, each apart, after its line."""
        for child in node.nodes:
            self.newline(child)
            super().visit_Output(nodes.Output([child], lineno=child.lineno), frame)


def compiled(source: str, filename: str) -> CodeType:
    """Return the code of a template, `source` being its Python; `TemplateSyntaxError` when it can't be compiled."""
    try:
        return compile(source, filename, "exec")
    except SyntaxError as error:
        line = _template_line(source, error.lineno or 0)
        raise TemplateSyntaxError(f"it can't be compiled: {error.msg}", line, filename=filename) from None
    except (RecursionError, MemoryError, ValueError, OverflowError):
        raise TemplateSyntaxError("it is nested too deeply, or too large", 1, filename=filename) from None


def _template_line(source: str, code_line: int) -> int:
    """Return the line of the template that a line of its Python comes from."""
    noted = _LINES.search(source)
    pairs = [pair.split("=") for pair in noted[1].split("&")] if noted and noted[1] else []
    return max((int(line) for line, code in pairs if int(code) <= code_line), default=1)
