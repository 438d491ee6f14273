"""Groups of commands, which are found by the names of their files."""

from typing import Any

import click

from tertium.cli._command import Command
from tertium.core import plugins
from tertium.core.errors import DataError, did_you_mean


class Commands(Command, click.Group):
    """A group whose commands are the members of a folder, loaded when called.

    Args:
        folder: The folder, as in "cli.commands".
        rest: Arguments of `click.Group`.
    """

    def __init__(self, *, folder: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.folder = folder

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands by the names of their files."""
        return list(plugins.names(self.folder))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load the command of a file."""
        if name not in plugins.names(self.folder):
            return None
        command: click.Command = plugins.load(self.folder, name).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or suggest the command with the most similar name."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = did_you_mean(args[0], plugins.names(self.folder))
            raise click.UsageError(f"{error.message}{near}", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; hints suggest `--allow` only if the command has that option."""
        try:
            return super().invoke(ctx)
        except DataError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            options = [] if command is None else [option.name for option in command.params]
            if not isinstance(command, click.Group) and "allow" not in options:
                error.check = ""
            raise
