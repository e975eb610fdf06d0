"""Faces onto paper: papers, imposition, marks, and the PDF."""
