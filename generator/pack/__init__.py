"""What a game declares: text to data that knows its place, frozen models, words in a language."""
