"""Test sets for campaigns."""

from tertium.core.testset import TestSet


def made(segments=40, systems=3, *, reference=True, source=True, shared=()):
    """Outputs that differ, except on the segments in `shared`, where all systems agree."""
    return TestSet.of(
        systems={
            f"s{number}": [
                f"output {segment} with several words by {0 if segment in shared else number}"
                for segment in range(segments)
            ]
            for number in range(systems)
        },
        source=[f"source {segment}" for segment in range(segments)] if source else None,
        references=[[f"The reference {n} has some more words." for n in range(segments)]]
        if reference
        else (),
    )
