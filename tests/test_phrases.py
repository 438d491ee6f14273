"""Phrases that are wrong in any context, from the "do not say" column of the glossary (docs/terms).

Words that are right in one context and wrong in another, such as "brackets" (of a tree) or "level",
are left to the reader.
"""

import re
from pathlib import Path

from tests.cli_commands import commands, help_of

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
FOLDERS = ("src", "docs", "benchmarks", "tools", "tests")
SUFFIXES = {".py", ".pyi", ".pyx", ".cpp", ".hpp", ".md", ".toml", ".sh", ".html", ".css", ".js"}
# The glossary itself says what not to say; pages below `reference` are generated from the rest.
EXEMPT = {ROOT / "docs/terms.md", Path(__file__)}

DO_NOT_SAY = {
    r"(keeps?|keeping|kept|break\w*|broke) (its|their|the|this|that|a) promises?|\bpromis\w+": (
        "type I error rate; as often as the nominal level"
    ),
    r"honest intervals?": "confidence interval",
    r"what (a|one) (single )?segment tells|a (single )?segment tells": "effect size",
    r"p(-values?)? of further tests": "Holm-corrected p-values",
    r"(hold|held|holds|holding) (\w+ )?against|against people": (
        "meta-evaluation, correlation with human scores"
    ),
    r"who (can|may) be trusted|annotators? to (be )?trust": "quality control",
    r"\b(speaks?|spoke|speaking) of\b|sp[eo]ak for (these|the) outputs": (
        "applies to, generalizes to"
    ),
    r"(is|are) not shown to be (better|worse)": "no significant difference",
    r"a page to look at": "HTML report",
    r"among each other": "not separated, tied",
    r"\bmend(s|ed|ing)?\b": "fixed",
    r"\bnothing is known\b": "say what is missing",
    r"\btold by\b|\btells? nothing\b|\bsays? nothing\b": "implied by; unknown",
    r"\bof which there\b|\bwhere (it is|there is|they are) (not|none)\b": "a full sentence",
    r"\bpass(es)? over\b": "ignore",
    r"\bpapers/00\d": "author and year",
    r"people (say|decide|agree|judge|judged|prefer|rank)\b": "annotators, human judgments",
}


def sources() -> list[Path]:
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    kept = [path for path in files if path.suffix in SUFFIXES and path not in EXEMPT]
    return PAGES + sorted(path for path in kept if "reference" not in path.parts)


def phrases(text: str) -> list[str]:
    """Say which phrases a text has, across line ends and comment signs, and what to say instead."""
    flat = re.sub(r"\s*\n\s*(#|//|\*|>)?\s*", " ", text)
    flat = re.sub(r"`[^`]*`", "", flat)  # a former name is quoted as such
    return [
        f"{match[0]!r} (say: {instead})"
        for phrase, instead in DO_NOT_SAY.items()
        for match in re.finditer(phrase, flat, re.IGNORECASE)
    ]


def test_no_file_has_one_of_the_phrases():
    found = [
        f"{path.relative_to(ROOT)}: {phrase}"
        for path in sources()
        for phrase in phrases(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_no_help_has_one_of_the_phrases():
    found = [f"{name}: {one}" for name in commands() for one in phrases(help_of(name))]
    assert not found, "\n".join(found)


def test_phrases_are_found_across_line_ends():
    assert phrases("# These tests keep\n# their promise.") == [
        "'keep their promise' (say: type I error rate; as often as the nominal level)"
    ]
    assert phrases("A test that holds its level.") == []
