"""Commands whose options are the settings of a study."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tertium.cli._command import Command
from tertium.cli._types import Choice, bad_value
from tertium.core.errors import ParameterError

if TYPE_CHECKING:
    from tertium.core.spec import Parameter, Spec, Value


class SettingsCommand(Command):
    """A command whose further options are the parameters of Specs, in their order.

    A Spec is imported when the options are needed, not for the list of commands.

    Args:
        settings: Place of each Spec, as in "tertium.human.settings:RankSettings"; a parameter of
            several Specs is one option.
        prefixed: Specs whose options begin with a word: `--quality-alpha`.
        without: Parameters that are not options of this command.
        rest: Arguments of every command.
    """

    def __init__(
        self,
        *,
        settings: Sequence[str],
        prefixed: Mapping[str, str] | None = None,
        without: Sequence[str] = (),
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self._places = [("", place) for place in settings] + [
            (f"{prefix}_", place) for prefix, place in (prefixed or {}).items()
        ]
        self._without = without
        self._options: list[click.Option] | None = None

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of the command, then those of the Specs, then --help."""
        if self._options is None:
            self._options = self._make_options()
        given = super().get_params(ctx)
        return [*given[:-1], *self._options, *given[-1:]]

    def _make_options(self) -> list[click.Option]:
        from importlib import import_module

        options: dict[str, click.Option] = {}
        for prefix, place in self._places:
            module, _, name = place.partition(":")
            spec = getattr(import_module(module), name)
            for parameter in spec.parameters():
                named = prefix + parameter.name
                if named not in self._without:
                    options.setdefault(named, _option(named, spec, parameter))
        return list(options.values())


def given_settings(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a Spec that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _option(name: str, spec: "type[Spec]", parameter: "Parameter") -> click.Option:
    """Make the option of a parameter; the Spec has the default.

    A value that the parameter cannot take is refused before any file is read.
    """

    def parse(_: click.Context, option: click.Parameter, text: str | None) -> "Value | None":
        if text is None:
            return None
        try:
            return spec.value_from(parameter.name, text)
        except ParameterError as error:
            raise bad_value(option, error.wanted, error.value) from None

    flag = f"--{name.replace('_', '-')}"
    if parameter.type == "true or false":
        return click.Option([flag, name], is_flag=True, default=None, help=parameter.help)
    has_default = parameter.default not in ("", "none", "false")
    default = f"  [default: {parameter.default}]" if has_default else ""
    return click.Option(
        [flag, name],
        metavar=None if parameter.choices else parameter.type.split()[0].upper(),
        type=Choice(parameter.choices) if parameter.choices else str,
        help=f"{parameter.help}{default}",
        callback=parse,
    )
