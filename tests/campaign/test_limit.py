"""The limit of work for each annotator."""

import pytest

from tertium.campaign.limit import check_limit
from tertium.core.errors import UsageError


def test_plans_within_the_limit():
    check_limit([(0, 10), (1, 10), (0, 10)], 20, ["ann", "bob"])
    check_limit([(None, 20), (None, 20)], 20, [])
    check_limit([(0, 10**6)], None, ["ann"])


def test_a_named_annotator_with_too_many_items():
    with pytest.raises(UsageError, match=r"gives 30 items to bob, .* more than limit=20 allows"):
        check_limit([(0, 10), (1, 20), (1, 10)], 20, ["ann", "bob"])


def test_a_pool_whose_hits_nobody_could_take():
    with pytest.raises(UsageError, match="limit=20 is less than one HIT, which has 21 items"):
        check_limit([(None, 20), (None, 21)], 20, [])
