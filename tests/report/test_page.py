import re
from html.parser import HTMLParser

from tertium.api.score import score
from tertium.core.testset import TestSet
from tertium.report.page import score_page, ticks

TESTSET = TestSet.of(
    references=[["the cat sat on the mat", "it was a dark and stormy night"]],
    systems={
        "<b>&": ["the cat sat on a mat", "it was dark and stormy"],
        "runs": [["the cat", "a night"], ["cat sat on the mat", "it was night"]],
    },
    document_ids=("x", "y"),
)


class Wellformed(HTMLParser):
    """Checks that tags are closed in the order they were opened."""

    VOID = frozenset({"meta", "line", "circle", "br"})

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing():
    text = score_page(score(TESTSET, "bleu(eff=true),ter", confidence=True, samples=50))
    Wellformed(text)
    assert not re.search(r"https?://|src=|@import|url\(", text)
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text
    assert text.count("<svg") == 2
    assert "2 segments in 2 documents, 2 systems, 1 reference" in text
    assert "(lower is better)" in text


def test_a_page_without_intervals_or_spread():
    same = TestSet.of(references=[["a b c d"]], systems={"x": ["a b c d"], "y": ["a b c d"]})
    Wellformed(score_page(score(same, "bleu")))


def test_ticks_are_round_and_within():
    assert ticks(31.2, 50.4) == [35, 40, 45, 50]
    assert ticks(0.01, 0.052) == [0.01, 0.02, 0.03, 0.04, 0.05]
