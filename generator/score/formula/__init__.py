"""Formulas: parsed, made safe, compiled; and the exact numbers that they work with."""
