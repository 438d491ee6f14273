"""Commands that start quickly.

click translates texts that have no translation, and looks up a short option among the long ones
first, with an error that suggests similar names. Together that takes 2 ms of a start of 45.
"""

from typing import Any

import click

from tertium.cli._streams import show_text


class Command(click.Command):
    """A command whose help option and short options take no time."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._help: click.Option | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the help option, with a text that is not translated."""
        names = self.get_help_option_names(ctx)
        if self._help is None and names and self.add_help_option:
            self._help = click.Option(
                names,
                is_flag=True,
                is_eager=True,
                expose_value=False,
                help="Show this message and exit.",
                callback=_show_help,
            )
        return self._help

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments in which short options are replaced by their long names."""
        return super().parse_args(ctx, self._with_long_names(ctx, args))

    def _with_long_names(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Replace short options with values by long ones; click reports those without values."""
        known = {
            name: (option, max(names, key=len))
            for option in self.get_params(ctx)
            if isinstance(option, click.Option)
            for names in (option.opts, option.secondary_opts)
            for name in names
        }
        long, at = list(args), 0
        while at < len(args):
            if args[at] == "--" or not (ctx.allow_interspersed_args or args[at].startswith("-")):
                break
            if args[at] in known:
                option, name = known[args[at]]
                values = 0 if option.is_flag or option.count else option.nargs
                if at + values < len(args):
                    long[at] = name
                at += values
            at += 1
        return long


def _show_help(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        show_text(ctx.get_help())
        ctx.exit()
