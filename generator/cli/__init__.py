"""The command `playsheet`: the only room that prints or exits."""
