"""Commands that start quickly: short options are parsed as click parses them."""

import click
import pytest
from click.testing import CliRunner
from tests.cli_commands import command_called, commands

from tertium.cli._command import Command


@click.command(cls=Command)
@click.option("-r", "--reference", multiple=True)
@click.option("-p", "--pair", nargs=2)
@click.option("-v", "--verbose", is_flag=True)
@click.option("-l/-s", "--long/--short", default=None)
@click.option("--seed")
@click.argument("files", nargs=-1)
def example(**options):
    click.echo(repr(options))


def plain():
    """The same command, parsed by click alone."""
    return click.Command("example", params=list(example.params), callback=example.callback)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-r", "a", "-r", "b", "x"],
        ["-ra", "-vr", "b"],
        ["-r", "-v", "x"],
        ["-p", "-r", "-v", "-v"],
        ["--seed", "-r", "x"],
        ["--seed=-r", "-v"],
        ["-l", "x"],
        ["-s", "x", "--", "-r"],
        ["-r"],
        ["-p", "a"],
        ["-r", "a", "-x"],
        ["x", "-v", "y"],
        ["-", "-v"],
    ],
)
def test_arguments_mean_what_click_takes_them_for(arguments):
    ours, theirs = (CliRunner().invoke(command, arguments) for command in (example, plain()))
    assert (ours.exit_code, ours.output) == (theirs.exit_code, theirs.output)


def test_the_help_is_that_of_click():
    ours, theirs = (CliRunner().invoke(command, ["-v", "--help"]) for command in (example, plain()))
    assert ours.output.splitlines()[2:] == theirs.output.splitlines()[2:]
    assert "Show this message and exit." in ours.output


@pytest.mark.parametrize("called", commands())
def test_all_commands_start_quickly(called):
    assert isinstance(command_called(called), Command)
