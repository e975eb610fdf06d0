"""Pages to PDF files: the only room that knows the PDF writer."""
