"""One printed side: template, shapes, fonts, type, and the drawing of SVG."""
