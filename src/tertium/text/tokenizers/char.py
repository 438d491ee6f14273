"""Every character is a token; white space is dropped."""

NATIVE = "characters"


def tokenize(line: str) -> list[str]:
    """Characters of a line without white space."""
    return [character for character in line if not character.isspace()]
