"""A sheet as it is declared, and as a person filled it in."""
