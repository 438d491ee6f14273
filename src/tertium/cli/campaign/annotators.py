"""List and change the annotators of a campaign."""

import click

from tertium.cli._campaign import HOST, PORT, campaign_argument, opened, public_url_option
from tertium.cli._command import Command
from tertium.cli._results import format_option
from tertium.cli._types import Choice
from tertium.core.errors import UsageError


def _names(flag: str, help: str) -> click.Option:
    return click.Option([flag], multiple=True, metavar="ANNOTATOR", help=f"{help} (repeatable).")


@click.command(
    cls=Command,
    params=[
        _names("--add", "Add an annotator, who takes over HITs that nobody has begun"),
        _names("--exclude", "Leave the judgments of an annotator out of all scores; keep the data"),
        _names("--include", "Use the judgments of an annotator again"),
        _names("--revoke", "End the access of an annotator; the judgments stay in use"),
        _names("--new-link", "Make a new link; earlier links and sessions of the annotator end"),
    ],
)
@campaign_argument
@click.option(
    "--renew",
    multiple=True,
    type=Choice(("organiser", "viewer", "pool")),
    help="Make a new link of a role; earlier links and sessions of the role end (repeatable).",
)
@click.option("--links", is_flag=True, help="Show the private links.")
@public_url_option("Address at which annotators reach the server, for links.")
@format_option
def command(
    name: str,
    add: tuple[str, ...],
    exclude: tuple[str, ...],
    include: tuple[str, ...],
    revoke: tuple[str, ...],
    new_link: tuple[str, ...],
    renew: tuple[str, ...],
    links: bool,
    public_url: str,
    output_format: str,
) -> None:
    """List and change the annotators of a campaign.

    Private links are those of annotators, of the organiser, of viewers, who see the dashboard
    without buttons, and of a pool.

    \b
    Examples:
      tertium campaign annotators news24
      tertium campaign annotators news24 --links --public-url https://eval.example.org
      tertium campaign annotators news24 --add dora --exclude bob
    """
    from tertium.campaign.attention_checks import tally
    from tertium.report.table import Table, flat_table
    from tertium.report.terminal import show

    with opened(name) as campaign:
        for names, change in (
            (add, campaign.add_annotator),
            (exclude, campaign.exclude),
            (include, campaign.include),
            (revoke, campaign.revoke),
            (new_link, campaign.new_link),
        ):
            for one in names:
                change(one)
        for role in renew:
            if role == "pool" and not campaign.description.pool:
                raise UsageError(f"{name} has no pool.")
            campaign.new_link(role=role)
        base = public_url or f"http://{HOST}:{PORT}"
        urls = {(link.role, link.annotator): link.url(base) for link in campaign.links()}
        people, passed = campaign.annotators(), tally(campaign.check_answers())
        checked = campaign.description.checks > 0
        roles = [
            (f"({role})", "", "", url) for (role, _), url in urls.items() if role != "annotator"
        ]
    listed = [
        (one.name, one.kind, one.status, urls.get(("annotator", one.name), "")) for one in people
    ]
    rows = []
    for annotator, kind, status, url in listed + (roles if links else []):
        row = {"annotator": annotator, "kind": kind, "status": status}
        if checked:
            own = passed.get(annotator)
            row["checks"] = f"{own.passed} of {own.answered}" if own else ""
        rows.append(row | ({"link": url} if links else {}))
    checked_columns = ["checks"] if checked else []
    header = ["annotator", "kind", "status", *checked_columns, *(["link"] if links else [])]
    show(
        [Table(header, [[row[key] for key in header] for row in rows])],
        lambda: {"campaign": name, "annotators": rows},
        output_format,
        flat=lambda: flat_table(rows),
    )
