"""How outlines are painted, cut off and masked."""
