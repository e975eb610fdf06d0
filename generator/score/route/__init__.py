"""Routes: recorded turns walked over a board, and compared with the sheets beside them."""
