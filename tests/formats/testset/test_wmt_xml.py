"""WMT XML, as the shared tasks of 2021 to 2023 distribute it."""

import pytest

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.core.testset import TestSet

xml = plugins.load("formats.testset", "wmt-xml")

HEAD = "<?xml version='1.0' encoding='utf-8'?>\n"


def read(text: str) -> TestSet:
    testset: TestSet = xml.read(text.encode(), "x.xml")
    return testset


def part(tag: str, attributes: str, *segments: str) -> str:
    """A source, reference or output whose segments are numbered."""
    inside = "".join(f'<seg id="{n}">{text}</seg>\n' for n, text in enumerate(segments, 1))
    return f"<{tag} {attributes}>\n<p>\n{inside}</p>\n</{tag}>\n"


def dataset(*documents: str) -> str:
    """Documents of some parts each, called d1, d2 ..."""
    docs = [f'<doc id="d{n}">{inside}</doc>' for n, inside in enumerate(documents, 1)]
    return f"<dataset>{''.join(docs)}</dataset>"


def test_a_file_of_2021():
    testset = read(
        HEAD
        + '<dataset id="newstest2021">\n<doc origlang="de" id="zeitung.1">\n'
        + part("src", 'lang="de"', "Guten Morgen.", "Es regnet.")
        + part("ref", 'lang="en" translator="A"', "Good morning.", "It rains.")
        + part("ref", 'lang="en" translator="B"', "Morning.", "It is raining.")
        + part("hyp", 'lang="en" system="Online-A"', "Good day.", "It's raining.")
        + '</doc>\n<doc origlang="de" id="zeitung.2">\n'
        + part("src", 'lang="de"', "Der Zug hält.")
        + part("ref", 'lang="en" translator="A"', "The train stops.")
        + part("hyp", 'lang="en" system="Online-A"', "The train is stopping.")
        + "</doc>\n</dataset>\n"
    )
    assert testset.segment_ids == ("zeitung.1:1", "zeitung.1:2", "zeitung.2:1")
    assert testset.document_ids == ("zeitung.1", "zeitung.1", "zeitung.2")
    assert list(testset.references["A"]) == ["Good morning.", "It rains.", "The train stops."]
    assert testset.references["B"].missing == {2}
    assert list(testset.outputs) == ["Online-A"]
    assert (testset.source_language, testset.target_language) == ("de", "en")
    assert testset.outputs["Online-A"][0].where(2) == "x.xml, system Online-A, segment 3"


def test_collections_several_paragraphs_domains_and_supplements_as_in_2022():
    testset = read(
        HEAD
        + '<dataset id="wmttest2022"><collection id="general">'
        + '<doc origlang="en" id="a" domain="news">'
        + '<src lang="en"><p><seg id="1" type="title">One</seg></p>'
        + '<p><seg id="2">Two</seg></p></src>'
        + part("ref", 'lang="cs"', "Jedna", "Dva")
        + part("hyp", 'language="cs" system="X"', "Jeden", "Dvě")
        + part("supplemental", 'type="clean_source"', "one", "two")
        + "</doc></collection></dataset>"
    )
    assert testset.segment_ids == ("1", "2")
    assert list(testset.references) == ["ref"]
    assert list(testset.outputs["X"][0]) == ["Jeden", "Dvě"]
    assert testset.target_language == "cs"


def test_references_without_a_name_are_numbered():
    doc = part("src", "", "a") + part("ref", "", "b") + part("ref", "", "c")
    assert list(read(dataset(doc)).references) == ["ref", "ref2"]


def test_documents_of_test_suites_are_left_out_with_a_warning():
    news = part("src", "", "a") + part("ref", "", "b")
    with pytest.warns(DataWarning) as caught:
        testset = read(dataset(news, news).replace('"d2"', '"d2" testsuite="idioms"'))
    assert len(testset) == 1
    assert str(caught[0].message) == (
        "x.xml: Test suites are excluded: idioms (1 of 2 documents). [left-out]"
    )


def test_comments_cdata_and_entities():
    testset = read(
        "<!-- c --><dataset><doc id='d'><!-- c --><src><p><!-- c -->"
        "<seg id='1'><![CDATA[a < b & c]]></seg><seg id='2'>&lt;i&gt; &amp;amp; &#x263A;<!-- c -->"
        "</seg></p></src></doc></dataset>"
    )
    assert list(testset.source or ()) == ["a < b & c", "<i> &amp; ☺"]


def test_a_byte_order_mark_and_another_encoding_are_understood():
    text = "<dataset><doc id='d'><src><seg id='1'>Zürich</seg></src></doc></dataset>"
    assert list(xml.read(b"\xef\xbb\xbf" + text.encode(), "x.xml").source) == ["Zürich"]
    latin = f"<?xml version='1.0' encoding='ISO-8859-1'?>{text}".encode("latin-1")
    assert list(xml.read(latin, "x.xml").source) == ["Zürich"]


def test_parts_may_come_in_any_order_and_the_source_may_be_absent():
    ref, src = part("ref", 'translator="A"', "a", "b"), part("src", "", "c", "d")
    assert list(read(dataset(ref + src)).source or ()) == ["c", "d"]
    assert read(dataset(ref)).source is None


def test_a_reference_that_lacks_a_segment_is_missing_there():
    doc = part("src", "", "a", "b") + part("ref", 'translator="A"', "c", "d")
    doc += '<ref translator="B"><seg id="2">e</seg></ref>'
    assert read(dataset(doc)).references["B"].missing == {0}


def test_the_language_is_that_of_the_references():
    # The outputs of WMT 2022 into Livonian are labelled so.
    doc = part("src", 'lang="en"', "a") + part("ref", 'lang="liv"', "b")
    doc += part("hyp", 'lang="iv" system="X"', "c")
    with pytest.warns(DataWarning) as caught:
        testset = read(dataset(doc))
    assert testset.target_language == "liv"
    assert str(caught[0].message) == (
        "x.xml: The language is 'liv'; other labels are not used: X 'iv'. [left-out]"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<dataset></dataset>", "x.xml: The file has no segments."),
        (
            "<dataset>\n<doc>\n</dataset>",
            "x.xml:3: Not well-formed XML at column 3: mismatched tag.",
        ),
        ("", "x.xml:1: Not well-formed XML at column 1: no element found."),
        (
            '<?xml version="1.0" encoding="GB2312"?><dataset/>',
            "x.xml: Unreadable XML: multi-byte encodings are not supported.",
        ),
        (dataset("<src><seg>a</seg></src>"), "x.xml, document d1: A segment has no id."),
        (
            dataset("<src><seg id='1'>a</seg><seg id='1'>b</seg></src>"),
            "x.xml, document d1: Segment 1 occurs twice in <src>.",
        ),
        (
            dataset(part("src", "", "a") + part("hyp", 'system="X"', "b", "c")),
            "x.xml, document d1: Segment 2 of <hyp> X is not in the source.",
        ),
        (
            dataset(part("src", "", "a") + part("src", "", "b")),
            "x.xml, document d1: <src> occurs 2 times.",
        ),
        (
            dataset(part("src", "", "a") + 2 * part("ref", 'translator="A"', "b")),
            "x.xml, document d1: <ref> A occurs 2 times.",
        ),
        (
            dataset(part("src", 'lang="de"', "a"), part("src", 'lang="fr"', "a")),
            "x.xml: Several languages in <src>: de, fr.",
        ),
        (
            dataset(part("src", "", "a", "b") + part("hyp", 'system="X"', "c")),
            "x.xml, document d1, segment 2: System X has 0 outputs here, but 1 for the first"
            " segment.",
        ),
    ],
)
def test_errors_name_the_place(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("testset", "message"),
    [
        (
            TestSet.of(systems={"x": ["a"]}),
            "WMT XML needs a source. Give it with source=FILE, or write jsonl.",
        ),
        (
            TestSet.of(source=["a"], systems={"x": [["a"], ["b"]]}),
            "System x has 2 runs; WMT XML holds one output each. Write jsonl instead.",
        ),
        (
            TestSet.of(source=["a\0"]),
            "XML cannot hold the character U+0000. Write jsonl instead.",
        ),
        (
            TestSet.of(source=["a"], systems={"\x01": ["a"]}),
            "XML cannot hold the character U+0001. Write jsonl instead.",
        ),
        (
            TestSet.of(source=["a", "b", "c"], document_ids=("d", "e", "d")),
            "The segments of document d are not contiguous. Write jsonl instead.",
        ),
    ],
)
def test_what_it_cannot_hold_is_refused(testset, message, tmp_path):
    with pytest.raises(FormatError) as caught:
        formats.write("testset", testset, f"{tmp_path}/x.xml")
    assert str(caught.value) == f"{tmp_path}/x.xml: {message}"
    assert list(tmp_path.iterdir()) == []


def test_a_billion_laughs_are_refused():
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    with pytest.raises(FormatError):
        read(f'<!DOCTYPE d [<!ENTITY l0 "ha">{entities}]><dataset>&l11;</dataset>')
