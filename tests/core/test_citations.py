"""Entries of the papers that members cite."""

import re

import pytest

from tertium.core import plugins
from tertium.core.citations import citations
from tertium.core.errors import UnknownMember


def key(entry: str) -> str:
    found = re.match(r"@[a-z]+\{([a-z]+(?:-[a-z]+)*-[0-9]{4}),\n", entry)
    assert found, entry
    return found.group(1)


def test_all_members_are_cited_by_default_each_paper_once():
    tertium, *papers = citations()
    assert tertium.startswith("@software{tertium,")
    # Members of different folders may cite the same paper: they must write the same entry.
    keys = [key(paper) for paper in papers]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("folder", ["metrics", "significance", "meta.statistics"])
def test_entries_are_bibtex(folder):
    for name in plugins.names(folder):
        for entry in citations([name])[1:]:
            assert key(entry)
            assert entry.count("{") == entry.count("}")
            assert re.search(r"\n  author +=", entry)
            assert re.search(r"\n  title +=", entry)
            assert re.search(r"\n  year +=", entry)


def test_a_printed_form_is_cited_like_its_name():
    assert citations(["bleu(tok=intl)"]) == citations(["bleu"])
    assert "koehn-2004" in citations(["paired-bootstrap(trials=10)"])[-1]


def test_an_unknown_name_is_refused():
    with pytest.raises(UnknownMember, match="Did you mean 'bleu'"):
        citations(["blue"])
