"""Catalogues: texts and their translations, in the format of gettext."""
