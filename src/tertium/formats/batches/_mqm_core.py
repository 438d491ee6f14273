"""The kinds of errors that Appraise and Pearmut ask for, unless a campaign has others: MQM core."""

from functools import cache

from tertium.campaign.typology import GAP, OUTPUT, SLASH, Category, Severity, Typology

_PARTS = {
    "Terminology": (
        "Inconsistent with terminology resource",
        "Inconsistent use of terminology",
        "Wrong term",
    ),
    "Accuracy": (
        *("Mistranslation", "Overtranslation", "Undertranslation", "Addition", "Omission"),
        *("Do not translate", "Untranslated"),
    ),
    "Linguistic conventions": (
        *("Grammar", "Punctuation", "Spelling", "Unintelligible", "Character encoding"),
        "Textual conventions",
    ),
    "Style": (
        *("Organization style", "Third-party style", "Inconsistent with external reference"),
        *("Language register", "Awkward style", "Unidiomatic style", "Inconsistent style"),
    ),
    "Locale convention": (
        *("Number format", "Currency format", "Measurement format", "Time format"),
        *("Date format", "Address format", "Telephone format", "Shortcut key"),
    ),
    "Audience appropriateness": ("Culture-specific reference", "Offensive"),
    "Design and markup": (
        *(
            "Layout",
            "Markup tag",
            "Truncation/text expansion",
            "Missing text",
            "Link/cross-reference",
        ),
    ),
    "Other": (),
}

# The language of a text that is given once.
_ANY = ""


@cache
def mqm_core() -> Typology:
    """Minor and major errors of the categories of MQM core, named in English."""
    places = (OUTPUT, GAP)
    categories = []
    for main, parts in _PARTS.items():
        categories.append(Category(main, {_ANY: main}, () if parts else places))
        for one in parts:
            first, _, second = one.partition(SLASH)
            name = f"{main}{SLASH}{first}"
            categories.append(Category(name, {_ANY: first}, () if second else places))
            if second:
                categories.append(Category(f"{name}{SLASH}{second}", {_ANY: second}, places))
    levels = (Severity("minor", {_ANY: "Minor"}), Severity("major", {_ANY: "Major"}))
    return Typology("mqm-core", "MQM core", levels, tuple(categories), ())


def category_of(types: object) -> str:
    """The category of the list of types that Appraise gives, one for each level."""
    levels = types if isinstance(types, list) else [types] if isinstance(types, str) else []
    # Appraise misspells one of its categories.
    return SLASH.join(map(str, levels)).replace("text espansion", "text expansion")
