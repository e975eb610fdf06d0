"""Words in a language: catalogues as translators write them, plural forms, placeholders."""
