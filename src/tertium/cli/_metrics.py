"""Options that choose metrics and significance tests."""

from collections.abc import Callable
from typing import Any

import click

from tertium.cli._declare import F, member_of, together
from tertium.cli._types import Member
from tertium.core.errors import UsageError

metric_options = together(
    click.option(
        "-m",
        "--metrics",
        multiple=True,
        metavar="METRIC[,METRIC...]",
        help="Metrics, with parameters in parentheses: 'bleu(tok=intl),chrf,ter'.  [default: bleu]",
        shell_complete=member_of("metrics"),
    ),
    click.option(
        "-tok",
        "--tokenize",
        "tok",
        type=Member("text.tokenizers"),
        metavar="NAME",
        help="Tokenizer, as in bleu(tok=NAME).",
        shell_complete=member_of("text.tokenizers"),
    ),
    click.option(
        "-lc", "--lowercase", "lc", is_flag=True, help="Ignore case, as in bleu(lc=true)."
    ),
)


def significance_option(default: str) -> Callable[[F], F]:
    """`--test`, significance tests by name.

    Args:
        default: Description of the default in the help.
    """
    return click.option(
        "-t",
        "--test",
        multiple=True,
        metavar="TEST[,TEST...]",
        help=f"Significance tests.  [default: {default}]",
        shell_complete=member_of("significance"),
    )


def take_metrics(options: dict[str, Any]) -> Any:
    """Remove the options for metrics from `options`, and return the metrics; None if not given."""
    from tertium.metrics import metrics

    specs = options.pop("metrics")
    given = {name: value for name in ("tok", "lc") if (value := options.pop(name))}
    if not specs and not given:
        return None
    chosen = metrics(specs or ["bleu"], **given)
    _check_shared(chosen, given)
    return chosen


def _check_shared(metrics: list[Any], given: dict[str, Any]) -> None:
    """Check that every option for all metrics applies to a metric; warn if it ignores some."""
    for name in given:
        takers, others = [], []
        for metric in metrics:
            shared = {parameter.name: parameter.shared for parameter in metric.parameters()}
            if shared.get(name):
                takers.append(metric.name)
            elif name in shared:
                others.append(metric.name)
        hint = " ".join(f"For {other} write {other}({name}=...)." for other in sorted(set(others)))
        if not takers:
            raise UsageError(f"-{name} applies to none of the metrics chosen.", hint=hint)
        if others:
            from warnings import warn

            from tertium.core.errors import DataWarning

            warn(f"-{name} applies to {', '.join(takers)} only. {hint}", DataWarning, stacklevel=1)
