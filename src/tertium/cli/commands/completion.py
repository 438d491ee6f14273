"""Print the script that completes commands and options in a shell."""

import click

from tertium.cli._command import Command
from tertium.cli._types import Choice

_WHERE = {
    "bash": 'eval "$(tertium completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(tertium completion zsh)"   # in ~/.zshrc',
    "fish": "tertium completion fish > ~/.config/fish/completions/tertium.fish",
}


@click.command(cls=Command)
@click.argument("shell", type=Choice(sorted(_WHERE)))
def command(shell: str) -> None:
    """Print the completion script of a SHELL.

    \b
    bash: eval "$(tertium completion bash)"   in ~/.bashrc
    zsh:  eval "$(tertium completion zsh)"    in ~/.zshrc
    fish: tertium completion fish > ~/.config/fish/completions/tertium.fish
    """
    from click.shell_completion import get_completion_class

    from tertium.cli.main import tertium

    complete = get_completion_class(shell)
    assert complete is not None
    click.echo(complete(tertium, {}, "tertium", "_TERTIUM_COMPLETE").source())
