"""Landscapes: what players laid tile by tile, and what patterns in it are worth."""
