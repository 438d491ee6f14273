"""Texts that other programs show as HTML, as plain text."""

from html.parser import HTMLParser

_BREAKS = frozenset(("p", "div", "br", "ul", "ol", "li", "h1", "h2", "h3", "h4", "tr", "table"))
_HIDDEN = frozenset(("style", "script"))


class _Reader(HTMLParser):
    """Collects the text; blocks begin on lines of their own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or an item of a list."""
        if tag in _HIDDEN:
            self._hidden += 1
        if tag in _BREAKS:
            self.parts.append("\n- " if tag == "li" else "\n")

    def handle_endtag(self, tag: str) -> None:
        """End a line."""
        if tag in _HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        if tag in _BREAKS and tag != "li":
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Keep a text; line breaks in HTML are spaces."""
        if not self._hidden:
            before, after = (" " if end.isspace() else "" for end in (data[:1], data[-1:]))
            self.parts.append(f"{before}{' '.join(data.split())}{after}")


def plain_text(html: str) -> str:
    """The text of HTML, with list items and paragraphs on lines of their own."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (line.strip() for line in "".join(reader.parts).split("\n"))
    return "\n".join(line for line in lines if line and line != "-")
