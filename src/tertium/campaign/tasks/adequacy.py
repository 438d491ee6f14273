"""Adequacy: does the output express the meaning of the source?

Bilingual annotators compare the output with the source, monolingual ones with a reference. With
both beside the output, the source decides.

Reference: Graham et al. 2017; Neubig's tutorial, section 11.1.
"""

from typing import ClassVar

from tertium.campaign.tasks._scored import ScoredTask


class Adequacy(ScoredTask):
    """Meaning of the output compared with the source or a reference."""

    contexts: ClassVar[tuple[str, ...]] = ("source", "reference", "both")


TASK = Adequacy
