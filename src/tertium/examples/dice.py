"""Random draws of the example data."""

import math
import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

# Of the first 300 seeds, 12 gave the systems the intended distances in BLEU and in quality; this is
# one of them. The distances are therefore chosen, not observed.
SEED = "tertium-news-78"

Item = TypeVar("Item")


class Dice:
    """Random draws that stay the same in every version of Python.

    Python guarantees only that ``random()`` does not change, so all other draws are derived from
    it.
    """

    def __init__(self, *seed: object) -> None:
        """Seed the draws with several parts."""
        self._random = random.Random("/".join(str(part) for part in (SEED, *seed))).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit - 1``."""
        return int(self._random() * limit)

    def happens(self, probability: float) -> bool:
        """Return True with this probability."""
        return self._random() < probability

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def pick_weighted(self, items: Sequence[Item], weights: Sequence[float]) -> Item:
        """Return one of the items, each with a probability proportional to its weight."""
        remaining = self._random() * sum(weights)
        for item, weight in zip(items, weights, strict=True):
            remaining -= weight
            if remaining < 0:
                return item
        return items[-1]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def exponential(self) -> float:
        """Return an exponential draw with mean 1."""
        return -math.log(1.0 - self._random())

    def fraction(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return self._random()

    def normal(self) -> float:
        """Return a standard normal draw."""
        radius = math.sqrt(2.0 * self.exponential())
        return radius * math.cos(2.0 * math.pi * self._random())
