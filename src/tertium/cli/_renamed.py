"""Options and values that were renamed: refused, with the new name in the message."""

import click

# New names of an option; the one that the command at hand has is named.
_OPTIONS = {
    "--unit": ("--level",),
    "--levels": ("--confidence-levels",),
    "--level": ("--confidence-level",),
    "--tests": ("--test",),
    "--statistics": ("--statistic",),
    "--samples": ("--trials",),
    "--replications": ("--trials",),
    "--confidence-n": ("--trials",),
    "-cin": ("--trials",),
    "--studies": ("--replicates",),
    "--segments": ("--segment-scores",),
    "--params": ("--write-parameters",),
    "--systems": ("--hybrids",),
    "--average": ("--average-by",),
    "--ties": ("--tie-rule",),
    "--by": ("--fold-level",),
    "--gold": ("--gold-verdicts",),
    "--gold-level": ("--gold-confidence-level",),
    "--human-unit": ("--human-level",),
    "--statistic": ("--combine-runs",),
}

# Options that had values of another kind, by the option that takes these now.
_NUMBERS = {"--level": "--confidence-level", "--human-level": "--human-confidence-level"}


def new_name(option: str, ctx: click.Context | None) -> str:
    """Return the sentence that names the new spelling of an option; empty if there is none."""
    known = _options_of(ctx)
    for name in _OPTIONS.get(option, ()):
        if name in known:
            return f"{option} is now {name}."
    return ""


def new_option_for(value: str, option: str, ctx: click.Context | None) -> str:
    """Return the sentence that names the option which takes such a value now."""
    name = _NUMBERS.get(option, "")
    if name not in _options_of(ctx):
        return ""
    try:
        float(value)
    except ValueError:
        return ""
    return f"The confidence level is now {name} {value}."


def _options_of(ctx: click.Context | None) -> set[str]:
    if ctx is None:
        return set()
    return {name for parameter in ctx.command.get_params(ctx) for name in parameter.opts}
