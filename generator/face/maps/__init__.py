"""Maps: lands that share borders, and what lies on them."""
