"""Fluency: is the output natural text of the target language?

Annotators see the output alone.

Reference: Graham et al. 2017; Neubig's tutorial, section 11.1.
"""

from typing import ClassVar

from tertium.campaign.tasks._scored import ScoredTask


class Fluency(ScoredTask):
    """Naturalness of the output alone."""

    contexts: ClassVar[tuple[str, ...]] = ("nothing",)


TASK = Fluency
