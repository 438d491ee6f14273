"""A few outputs with judgments, small enough to try every hybrid."""

from tertium.core.testset import TestSet
from tertium.human.ratings import Ratings

REFERENCE = [
    "the cat sat on the mat today",
    "a dog runs very fast in the park",
    "it rains all day and all night",
    "we like to eat red apples here",
]
SYSTEMS = {
    "a": [
        "the cat sat on the mat today",
        "a dog runs fast in a park",
        "it rains all the day and night",
        "we like eating apples here",
    ],
    "b": [
        "a cat is on the mat",
        "the dog runs very fast in the park",
        "it rains day and night",
        "we like to eat red apples",
    ],
    "c": [
        "cat sits on mat",
        "dog is running in park",
        "rain falls all day and all night",
        "we like to eat apples here",
    ],
}


def small_set(**rest) -> TestSet:
    return TestSet.of(references=[REFERENCE], systems=SYSTEMS, **rest)


# System, segment, value; a and b lack one judgment each, and one of c was judged twice.
JUDGED = [
    *[("a", "1", 90.0), ("a", "2", 60.0), ("a", "3", 70.0)],
    *[("b", "1", 50.0), ("b", "3", 40.0), ("b", "4", 80.0)],
    *[("c", "1", 20.0), ("c", "2", 30.0), ("c", "3", 55.0), ("c", "4", 45.0), ("c", "4", 65.0)],
]


def ratings(rows=JUDGED, **columns) -> Ratings:
    return Ratings.of(
        {
            "annotator": ["ann"] * len(rows),
            "system": [row[0] for row in rows],
            "segment": [row[1] for row in rows],
            "value": [row[2] for row in rows],
            **columns,
        }
    )
