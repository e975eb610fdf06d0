"""The Jinja sandbox that templates and formulas share: what they may name, call and use up."""
