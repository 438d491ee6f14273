"""Words for numbers of things."""

import pytest

from tertium.core.formatting import counted, is_or_are


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 batches are"), (1, "1 batch is"), (1200, "1,200 batches are")]
)
def test_numbers_and_words_agree(number, said):
    assert f"{counted(number, 'batch', 'batches')} {is_or_are(number)}" == said
    assert counted(number, "row").endswith("row" if number == 1 else "rows")
