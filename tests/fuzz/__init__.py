"""An end-to-end fuzz: packs, templates, art, numbers, catalogues, sheets, formulas and PDFs that nobody would write.

A case is a pure function of its kind, a seed and a number. It goes through the stories that a
person's files go through, and may give as many problems as it likes; but it raises nothing else.
`python -m tests.fuzz` (or `make fuzz`) looks at clocks and memory too.
"""
