"""SGML, as WMT up to 2020 and the tools around mteval have it."""

import pytest

from tertium.api.read import read as read_files
from tertium.core import plugins
from tertium.core.errors import FormatError
from tertium.core.testset import TestSet

sgml = plugins.load("formats.testset", "sgml")

EXAMPLE = (
    b'<refset setid="news" srclang="de" trglang="en">\n'
    b'<doc docid="a" sysid="ref"><hl>\n<seg id="1">Good &amp; morning.</seg>\n</hl>\n'
    b'<p><seg id="2">It rains.</seg></p></doc></refset>\n'
)


def read(text: str) -> TestSet:
    testset: TestSet = sgml.read(text.encode(), "x.sgm")
    return testset


SRC = """<srcset setid="newstest" srclang="any">
<doc docid="zeitung.1" genre="news" origlang="de">
<hl>
<seg id="1">Guten Morgen &amp; gute Nacht</seg>
</hl>
<p>
<seg id="2">Es regnet.</seg>
</p>
</doc>
<DOC docid="zeitung.2" genre="news" origlang="cs">
<seg id="1">Der Zug.</seg>
</DOC>
</srcset>
"""


def with_text(first: str, *replacements: tuple[str, str]) -> str:
    text = SRC
    for old, new in (("Guten Morgen &amp; gute Nacht", first), *replacements):
        text = text.replace(old, new)
    return text


REF = with_text(
    "Good morning &amp; good night",
    ("srcset", "refset"),
    ('srclang="any"', 'srclang="any" trglang="en"'),
    ("docid", 'sysid="ref" docid'),
)
TST = with_text(
    "Good day and good night",
    ("srcset", "tstset"),
    ('srclang="any"', 'srclang="any" trglang="en"'),
    ("docid", 'sysid="online-A" docid'),
)


def test_a_source_set():
    testset = read(SRC)
    assert list(testset.source or ()) == ["Guten Morgen & gute Nacht", "Es regnet.", "Der Zug."]
    assert testset.segment_ids == ("zeitung.1:1", "zeitung.1:2", "zeitung.2:1")
    assert testset.document_ids == ("zeitung.1", "zeitung.1", "zeitung.2")
    assert testset.source_language == ""  # "any"


def test_a_reference_set_and_a_test_set():
    assert list(read(REF).references) == ["ref"]
    assert read(REF).target_language == "en"
    assert list(read(TST).outputs) == ["online-A"]


def test_the_three_files_of_a_test_set_are_merged(tmp_path):
    for name, text in (("src", SRC), ("ref", REF), ("tst", TST)):
        (tmp_path / f"{name}.sgm").write_text(text)
    testset = read_files([tmp_path / "src.sgm", tmp_path / "ref.sgm", tmp_path / "tst.sgm"])
    assert len(testset) == 3
    assert testset.source is not None
    assert list(testset.references) == ["ref"]
    assert list(testset.outputs) == ["online-A"]
    assert testset.document_ids == ("zeitung.1", "zeitung.1", "zeitung.2")


def test_attributes_unquoted_in_single_quotes_and_in_upper_case():
    testset = read(
        "<TSTSET SETID=a SRCLANG='de' TRGLANG=en>\n<DOC DOCID=d SYSID=x>\n"
        "<SEG ID=1>one</SEG>\n<Seg Id = '2' >two</Seg >\n</DOC></TSTSET>"
    )
    assert list(testset.outputs["x"][0]) == ["one", "two"]
    assert (testset.source_language, testset.target_language) == ("de", "en")


def test_several_references_as_documents_with_other_sysids():
    docs = "".join(
        f'<doc docid="d" sysid="{name}"><seg id="1">{name}</seg></doc>' for name in "abcd"
    )
    assert list(read(f'<refset setid="s">{docs}</refset>').references) == ["a", "b", "c", "d"]


def test_several_references_as_sets_of_one_file():
    sets = "".join(
        f'<refset setid="s" srclang="Arabic" trglang="English" refid="reference{n:02}">'
        f'<doc docid="d" genre="nw"><seg id="1">{n}</seg></doc></refset>\n'
        for n in (1, 2)
    )
    testset = read(
        f'<?xml version="1.0"?>\n<!DOCTYPE mteval SYSTEM "x.dtd">\n<mteval>{sets}</mteval>'
    )
    assert list(testset.references) == ["reference01", "reference02"]


def test_several_systems_in_one_file():
    docs = "".join(f'<doc docid="d" sysid="{n}"><seg id="1">{n}</seg></doc>' for n in "ab")
    assert list(read(f'<tstset setid="s">{docs}</tstset>').outputs) == ["a", "b"]


def test_a_name_may_stand_in_the_set():
    text = '<tstset setid="s" sysid="moses"><doc docid="d"><seg id="1">a</seg></doc></tstset>'
    assert list(read(text).outputs) == ["moses"]


def test_of_an_attribute_given_twice_the_first_counts():
    text = '<tstset><doc sysid="Demo" sysid="ref" docid="d"><seg id="1">a</seg></doc></tstset>'
    assert list(read(text).outputs) == ["Demo"]


def test_ids_with_leading_zeros_are_numbers():
    assert read(
        "<srcset><doc docid=d><seg id=001>a</seg><seg id=010>b</seg></doc>"
    ).segment_ids == (
        "1",
        "10",
    )


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (" a b ", "a b"),
        ("AT&T < 3 & x<y", "AT&T < 3 & x<y"),
        ("&lt;b&gt; &quot;&apos;&#39;&#x2019;", "<b> \"''’"),
        ("a?b=1&copy=2 R&D; &nosuch;", "a?b=1&copy=2 R&D; &nosuch;"),
        ("&amp;amp;", "&amp;"),
        ("one\n  two\r\nthree", "one two three"),
        ("a <b>c</b> d", "a <b>c</b> d"),
        ("", ""),
        ("\u3000x\u3000", "x"),
    ],
)
def test_text_of_a_segment(written, text):
    assert list(read(f"<srcset><doc docid=d><seg id=1>{written}</seg></doc>").source or ()) == [
        text
    ]


def test_windows_line_ends_and_a_byte_order_mark():
    data = b"\xef\xbb\xbf" + SRC.replace("\n", "\r\n").encode()
    assert list(sgml.read(data, "x.sgm").source) == list(read(SRC).source or ())
    assert sgml.sniff(data)


def test_comments_are_passed_over():
    text = "<!-- <srcset> --><srcset><doc docid=d><!-- <seg id=1>x</seg> --><seg id=1>a</seg></doc>"
    assert list(read(text).source or ()) == ["a"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<p>a</p>", "x.sgm: The file has no <srcset>, <refset> or <tstset>."),
        ("<srcset></srcset>", "x.sgm: The file has no segments."),
        ("<seg id=1>a</seg>", "x.sgm:1: A segment stands before <srcset>, <refset> or <tstset>."),
        ("<srcset>\n<doc docid=d>\n<seg>a</seg>", "x.sgm:3: A segment has no id."),
        ("<srcset><doc docid=d>\n\n<seg id=1>a", "x.sgm:3: A segment is not closed."),
        (
            "<srcset><doc docid=d>\n<seg id=1>a\n<seg id=2>b</seg>",
            "x.sgm:2: A segment is not closed.",
        ),
        (
            "<srcset><doc docid=d>\n<seg id=1>a</seg>\n<seg id=1>b</seg>",
            "x.sgm:3: Segment 1 of document d occurs twice.",
        ),
        ("<srcset>\n<!-- a", "x.sgm:2: A comment is not closed."),
        (
            "<refset trglang=en></refset><refset trglang=de></refset>",
            "x.sgm, trglang: Several languages: de, en.",
        ),
        (
            "<tstset><doc docid=d sysid=a><seg id=1>x</seg></doc>\n"
            "<doc docid=e sysid=b><seg id=1>x</seg></doc>",
            "x.sgm:2: System a has 0 outputs here, but 1 for the first segment.",
        ),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == message
