"""Type: fonts, and words set in them. Knows no page and no SVG."""
