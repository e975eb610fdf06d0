"""playsheet: one declaration prints the sheet, fills it, reads it back and scores it."""
