"""Text of an SVG file: read, laid out, drawn."""
