"""Instructions for annotators: Markdown to HTML that cannot carry scripts.

Raw HTML is shown as text, and only links to http, https and mail addresses remain links. Images
are shown as links, since pages load nothing from other hosts.
"""

from collections.abc import Sequence
from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

_SCHEMES = ("http", "https", "mailto")


class _Renderer(RendererHTML):
    """Renders links with attributes that reveal nothing to other hosts, and no images."""

    def link_open(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A link opens in a new window, which cannot reach the page of the campaign."""
        link = Token("link_open", "a", 1)
        link.attrs = {
            "href": tokens[index].attrs.get("href", ""),
            "rel": "noopener noreferrer nofollow",
            "target": "_blank",
        }
        return self.renderToken([link], 0, options, env)

    def image(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """An image becomes a link to it, with its description as text."""
        token = tokens[index]
        link = Token("link_open", "a", 1)
        link.attrs = {"href": token.attrs.get("src", "")}
        text = self.renderInlineAsText(token.children or [], options, env)
        return self.link_open([link], 0, options, env) + _escape(text or "image") + "</a>"

    def heading_open(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Headings begin at the second level: the page has its own title."""
        return f"<{_heading(tokens[index].tag)}>"

    def heading_close(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The end of a heading."""
        return f"</{_heading(tokens[index].tag)}>\n"


def render(text: str) -> Markup:
    """Turn Markdown into HTML that is safe to show.

    Args:
        text: The content of `instructions.md`.
    """
    return Markup(_parser().render(text))


class _Parser(MarkdownIt):
    """Markdown whose links lead to web pages and mail addresses only."""

    def validateLink(self, url: str) -> bool:
        """Whether an address may be a link."""
        try:
            return urlsplit(url.strip()).scheme.lower() in _SCHEMES
        except ValueError:
            return False


@cache
def _parser() -> _Parser:
    parser = _Parser("commonmark", {"html": False}, renderer_cls=_Renderer)
    parser.enable("table")
    return parser


def _heading(tag: str) -> str:
    return f"h{min(int(tag[1]) + 1, 6)}"


def _escape(text: str) -> str:
    return str(Markup.escape(text))
