"""Text files to plain data that knows its place: YAML, JSON, and tables from spreadsheets."""
