"""Tests of whole documents reject a true null as often as they say; tests of segments do not.

Full figures: python -m benchmarks.document_calibration 5000, in docs/calibration.md.
"""

import pytest
from benchmarks.document_calibration import close_pairs, judgments, rejections


@pytest.mark.slow
def test_documents_judged_by_one_person(reference_data):
    close = list(close_pairs(judgments(reference_data, "ESA")))
    assert len(close) == 26
    by_segment, by_document = (
        rejections(close, "document", "signed-rank", level, 300)
        for level in ("segment", "document")
    )
    assert by_segment.limits.low > 0.1
    assert by_document.limits.low <= 0.05 <= by_document.limits.high


@pytest.mark.slow
def test_segments_that_are_independent(reference_data):
    """Where labels are swapped segment by segment, segments hold their level too."""
    close = list(close_pairs(judgments(reference_data, "ESA")))
    low, high = rejections(close, "segment", "signed-rank", "segment", 300).limits
    assert low <= 0.05 <= high
