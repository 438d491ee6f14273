"""Text of words drawn from a seed."""

from random import Random

_WORDS = ("the", "a", "cat", "dog", "sat", "ran", "on", "in", "mat", "house", "is", "was", "not")


def lines(seed: int, count: int, words: int = 12) -> list[str]:
    """So many lines of up to so many words."""
    random = Random(seed)
    return [" ".join(random.choices(_WORDS, k=random.randint(4, words))) for _ in range(count)]
