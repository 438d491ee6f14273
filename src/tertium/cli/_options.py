"""Options that several commands share."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from tertium.cli._numbers import WORKERS
from tertium.cli._outputs import OutputFile, force_option, write_and_show
from tertium.cli._streams import say, show_text
from tertium.core.errors import UsageError
from tertium.core.plain import FORMATS

if TYPE_CHECKING:
    from tertium.api.verify import Verification
    from tertium.core.results import StoredResult
    from tertium.core.spec import Parameter, Spec
    from tertium.report.table import Table

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T", bound="StoredResult")


def member_of(folder: str) -> Callable[..., list[str]]:
    """Complete the names of members on the command line."""

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
        from tertium.core import plugins

        return [name for name in plugins.names(folder) if name.startswith(incomplete)]

    return complete


def testset_options(command: F) -> F:
    """Everything a test set is read from."""
    for decorate in reversed(
        [
            click.argument("systems", nargs=-1, metavar="[SYSTEM]..."),
            click.option(
                "-r",
                "--reference",
                "references",
                multiple=True,
                metavar="FILE",
                help="A reference; several times for several references.",
            ),
            click.option("-s", "--source", metavar="FILE", help="The source."),
            click.option(
                "--documents", metavar="FILE", help="The document of each segment, one a line."
            ),
            click.option(
                "--layer",
                "layers",
                multiple=True,
                metavar="NAME=[SYSTEM=]FILE",
                help="More that a metric needs; `tertium metrics` says what. Several times for"
                " several systems.",
            ),
            click.option(
                "-l",
                "--language-pair",
                "languages",
                default="",
                metavar="SOURCE-TARGET",
                help="Languages, as in de-en.",
            ),
            click.option(
                "--input-format",
                default="",
                metavar="NAME",
                help="Format of the files, where their content does not tell.",
                shell_complete=member_of("formats.testset"),
            ),
            click.option(
                "--allow",
                multiple=True,
                metavar="CHECK",
                help="Pass over what a check finds; `tertium check` tells their names.",
                shell_complete=member_of("checks"),
            ),
        ]
    ):
        command = decorate(command)
    return command


def testset_inputs(
    systems: tuple[str, ...],
    references: tuple[str, ...],
    source: str | None,
    documents: str | None,
    layers: tuple[str, ...],
    languages: str,
    input_format: str,
    allow: tuple[str, ...],
) -> dict[str, Any]:
    """Give the options above as what `tertium.read` takes."""
    return {
        "systems": systems,
        "references": references,
        "source": source,
        "documents": documents,
        "layers": _layers(layers),
        "languages": languages,
        "input_format": input_format,
        "allow": [name for names in allow for name in names.split(",")],
    }


def take_inputs(options: dict[str, Any]) -> dict[str, Any]:
    """Take the options of a test set out of all, as what `tertium.read` takes.

    Scores, where a command takes them, are a layer.
    """
    from inspect import signature

    inputs = {name: options.pop(name) for name in signature(testset_inputs).parameters}
    inputs["layers"] += tuple(f"scores={file}" for file in options.pop("scores", ()))
    return testset_inputs(**inputs)


def scores_option(command: F) -> F:
    """`--scores`, for what works without texts too."""
    return click.option(
        "--scores",
        multiple=True,
        metavar="FILE",
        help="Segment scores made elsewhere; needs no texts.",
    )(command)


def metric_options(command: F) -> F:
    """Which metrics, and what holds for all of them."""
    for decorate in reversed(
        [
            click.option(
                "-m",
                "--metrics",
                "specs",
                multiple=True,
                metavar="METRIC[,METRIC...]",
                help="Metrics, with parameters in parentheses: 'bleu(tok=intl),chrf,ter'."
                "  [default: bleu]",
                shell_complete=member_of("metrics"),
            ),
            click.option(
                "-tok",
                "--tokenize",
                "tok",
                metavar="NAME",
                help="Tokenizer, as in bleu(tok=NAME).",
                shell_complete=member_of("text.tokenizers"),
            ),
            click.option(
                "-lc", "--lowercase", "lc", is_flag=True, help="Lower-case, as in bleu(lc=true)."
            ),
        ]
    ):
        command = decorate(command)
    return command


def chosen_metrics(specs: Sequence[str], tok: str | None, lc: bool, *, quiet: bool) -> Any:
    """Give the metrics that the options above ask for, None if none."""
    from tertium.api.score import metrics

    flags = {name: value for name, value in (("tok", tok), ("lc", lc)) if value}
    if not specs and not flags:
        return None
    chosen = metrics(specs or ["bleu"], **flags)
    _check_shared(chosen, flags, quiet=quiet)
    return chosen


def _check_shared(chosen: list[Any], flags: dict[str, Any], *, quiet: bool) -> None:
    """See that every flag given for all metrics sets one, and tell which ones it does not set."""
    for name in flags:
        takers, others = [], []
        for metric in chosen:
            shared = {p.name: p.shared for p in metric.parameters()}
            if shared.get(name):
                takers.append(metric.name)
            elif name in shared:
                others.append(metric.name)
        hint = " ".join(f"For {other} write {other}({name}=...)." for other in sorted(set(others)))
        if not takers:
            raise UsageError(f"-{name} sets none of the metrics chosen.", hint=hint)
        if others and not quiet:
            say(f"note: -{name} sets {', '.join(takers)} only. {hint}")


class SettingsCommand(click.Command):
    """A command whose further options are the parameters of Specs, in their order.

    A Spec is imported when the options are needed, not for the list of commands.

    Args:
        settings: Where each Spec is, as in "tertium.core.comparison:Settings"; what several have is
            an option once.
        prefixed: Specs whose options begin with a word: `--quality-alpha`.
        without: Parameters that are no options of this command.
        also: Another name of the option of a parameter.
        rest: What every command takes.
    """

    def __init__(
        self,
        *,
        settings: Sequence[str],
        prefixed: Mapping[str, str] | None = None,
        without: Sequence[str] = (),
        also: Mapping[str, str] | None = None,
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self._places = [("", place) for place in settings] + [
            (f"{prefix}_", place) for prefix, place in (prefixed or {}).items()
        ]
        self._without = without
        self._also = also or {}

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of the command, then those of the Specs, then --help."""
        from importlib import import_module

        options: dict[str, click.Option] = {}
        for prefix, place in self._places:
            module, _, name = place.partition(":")
            spec = getattr(import_module(module), name)
            for parameter in spec.parameters():
                named = prefix + parameter.name
                if named not in self._without:
                    names = [named, *filter(None, [self._also.get(named)])]
                    options.setdefault(named, _option(names, spec, parameter))
        given = super().get_params(ctx)
        return [*given[:-1], *options.values(), *given[-1:]]


def _option(names: list[str], spec: "type[Spec]", parameter: "Parameter") -> click.Option:
    """Give the option of a parameter; what is not given is left to the Spec.

    A value that the parameter cannot take is refused before any file is read.
    """

    def check(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
        if value is not None:
            spec.check(parameter.name, value)
        return value

    flags = [f"--{name.replace('_', '-')}" for name in names]
    shown = {} if parameter.default in ("", "none", "false") else {"default": parameter.default}
    said = "".join(f"  [default: {default}]" for default in shown.values())
    if parameter.type == "true or false":
        return click.Option([*flags, names[0]], is_flag=True, default=None, help=parameter.help)
    return click.Option(
        [*flags, names[0]],
        metavar=None if parameter.choices else parameter.type.split()[0].upper(),
        type=click.Choice(parameter.choices) if parameter.choices else str,
        help=parameter.help + said,
        callback=check,
    )


def given_settings(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a Spec that were given."""
    return {name: value for name, value in options.items() if value is not None}


def worker_options(command: F) -> F:
    """How work is spread."""
    engine = click.option(
        "--engine",
        default="threads",
        show_default=True,
        metavar="ENGINE",
        help="What spreads the work: threads, processes, dask:ADDRESS or ray:ADDRESS.",
    )
    jobs = click.option("-j", "--jobs", type=WORKERS, help="Workers.  [default: all cores]")
    return engine(jobs(command))


def output_option(command: F) -> F:
    """`-f/--format`, always the format of the output."""
    return click.option(
        "-f",
        "--format",
        "output_format",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        help="Format of the output.",
    )(command)


def _layers(options: tuple[str, ...]) -> dict[str, list[str]]:
    layers: dict[str, list[str]] = {}
    for text in options:
        name, equals, files = text.partition("=")
        if not equals or not name or not files:
            raise UsageError(f"{text!r} is not of the form NAME=[SYSTEM=]FILE.")
        layers.setdefault(name, []).append(files)
    return layers


def result_options(command: F) -> F:
    """What is written; a result file is shown again."""
    output = click.option(
        "-o",
        "--output",
        type=OutputFile(),
        metavar="FILE",
        help="Write everything to a result file (.json).",
    )
    return output(report_option(force_option(output_option(command))))


def report_option(command: F) -> F:
    """`--report`, a page."""
    return click.option(
        "--report", type=OutputFile(), metavar="FILE", help="Write an HTML report (.html)."
    )(command)


def stored(kind: type[T], paths: Sequence[str]) -> T | None:
    """Give the result that a file holds, where the only one named is a result file.

    Of two result files, say in what they differ.
    """
    from tertium.api.results import is_result, read_result, read_result_of

    results = [path for path in paths if is_result(path)]
    if not results:
        return None
    if len(paths) == len(results) == 2:
        from tertium.api.verify import compared

        _check_options_of_shown(paths[0])
        context = click.get_current_context()
        found_other = compared(*map(read_result, results))
        show_verification(found_other, context.params["output_format"])
        context.exit(0)
    if len(paths) > 1:
        raise UsageError(
            f"{results[0]}: This is a result file, and is shown by itself.",
            hint="Give two result files to compare them with each other.",
        )
    found = read_result_of(kind, paths[0])
    _check_options_of_shown(paths[0])
    return found


# Options that a result which is there already can be shown by.
_OF_SHOWN = (
    *("output_format", "output", "report", "plot", "width", "require", "require_scope", "params"),
    *("force", "quiet", "jobs", "engine"),
)


def show_verification(found: "Verification", output_format: str) -> None:
    """Say what differs; the exit code is 1 where anything does."""
    from tertium.report.table import Table, show

    if output_format == "table":
        show_text(str(found))
    else:
        rows = [[str(value) for value in row.values()] for row in found.to_rows()]
        show(Table(["where", "stored", "found"], rows), found.to_dict, output_format)
    if found.changes:
        sys.exit(1)


def _check_options_of_shown(path: str) -> None:
    """See that no option was given that could only change how a result is computed."""
    context = click.get_current_context()
    given = [
        max(parameter.opts, key=len)
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option)
        and parameter.name not in (*_OF_SHOWN, "help")
        and context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise UsageError(
            f"{path}: These options do not apply to a result file: {', '.join(given)}.",
            hint="Give them with the files that the result was made of.",
        )


def give(
    result: "StoredResult",
    tables: "list[Table]",
    output_format: str,
    output: str | None,
    report: str | None,
    title: str,
    summary: str,
    *more: Callable[[], None],
) -> None:
    """Show a result, and write a result file, a page and whatever `more` writes."""
    from tertium.report.table import flat_table, show

    writes = list(more)
    if output:
        from tertium.api.results import write_result

        writes.append(lambda: write_result(result, output))
    if report:
        from tertium.core.files import write_text
        from tertium.report.page import result_page

        writes.append(lambda: write_text(report, result_page(title, summary, result)))
    write_and_show(
        writes,
        lambda: show(
            tables, result.to_dict, output_format, flat=lambda: flat_table(result.to_rows())
        ),
    )
