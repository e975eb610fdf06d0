"""Pieces for makers of games and for tables on screens."""
