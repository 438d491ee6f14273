"""Annotators as options name them."""

from contextlib import suppress

from tertium.core.errors import UsageError


def people_of(text: str) -> int | list[str]:
    """Number of annotators, or their names."""
    from tertium.core.numbers import number_from

    if text.isascii() and text.isdigit():
        return int(text)
    with suppress(ValueError):
        number_from(text)
        raise UsageError(f"--annotators must be a whole number, or names. Got {text!r} instead.")
    return [one.strip() for one in text.split(",")]
