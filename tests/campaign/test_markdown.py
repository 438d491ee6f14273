"""Instructions: Markdown becomes HTML in which nothing runs."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.campaign.markdown import render


def test_markdown_becomes_html():
    found = render(
        "# Title\n\nA *word*, `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    assert "<h2>Title</h2>" in found
    assert "<em>word</em>" in found
    assert found.count("<li>") == 2
    assert "<table>" in found


def test_headings_are_below_the_title_of_the_page():
    assert "<h3>Part</h3>" in render("## Part")
    assert "<h6>Deep</h6>" in render("###### Deep")


@pytest.mark.parametrize(
    "raw",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        'Text <b onclick="alert(1)">bold</b>',
        "<!-- comment -->",
        "<div>\n<iframe src='//evil.example'></iframe>\n</div>",
    ],
)
def test_raw_html_is_shown_as_text(raw):
    found = render(raw)
    assert re.sub(r"\s+", " ", raw) in re.sub(r"\s+", " ", html.unescape(found))
    assert set(re.findall(r"<(\w+)", found)) <= {"p"}


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#10;script:alert(1)",
        "&#106;avascript:alert(1)",
        "data:text/html,x",
        "data:image/svg+xml,x",
        "vbscript:x",
        "file:///etc/passwd",
        "//evil.example",
        "/c/news24/pause",
        "relative",
    ],
)
def test_other_addresses_are_not_links(address):
    for text in (
        f"[text]({address})",
        f"[text](<{address}>)",
        f"![text]({address})",
        f"<{address}>",
    ):
        assert "href" not in render(text)
        assert "src=" not in render(text)


def test_links_tell_other_hosts_nothing():
    found = render("[text](https://example.org/?a=1&b=2 'title') <mailto:a@b.example>")
    assert found.count("<a ") == 2
    assert found.count('rel="noopener noreferrer nofollow"') == 2
    assert 'href="https://example.org/?a=1&amp;b=2"' in found


def test_images_are_links_because_pages_load_nothing_from_other_hosts():
    found = render('![A <b> "cat"](https://example.org/cat.png)')
    assert "<img" not in found
    assert '<a href="https://example.org/cat.png"' in found
    assert "A &lt;b&gt; &#34;cat&#34;</a>" in found


def test_code_blocks_have_no_attributes_of_the_author():
    found = render('```x" onclick="alert(1)\n<b>\n```')
    assert "&lt;b&gt;" in found
    assert not re.search(r"<[^>]*onclick=\"", found)


SIGNS = "<>\"'&[]()!`*_#|- \\a\n\0\u202e"
WORDS = ["\n\n", "```", "javascript:", "https://a.b/", "<script", "onerror=", "&#106;"]
PIECES = st.sampled_from([*SIGNS, *WORDS])

NAMES = "p|h[2-6]|em|strong|code|pre|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|th|td|a"
ATTRIBUTES = (
    r'href="(?:https?:|mailto:)[^"<>]*"|rel="[a-z ]*"|target="_blank"|start="\d+"'
    r'|class="language-[^"]*"'
)
TAG = re.compile(rf"</?(?:{NAMES})(?: (?:{ATTRIBUTES}))*(?: /)?>")


@given(st.lists(PIECES, max_size=40).map("".join))
def test_only_known_tags_and_attributes_are_written(text):
    rest = TAG.sub("", render(text))
    assert "<" not in rest
