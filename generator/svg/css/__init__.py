"""Styles: values, properties, style sheets, and what an element inherits."""
