"""Pages of Mechanical Turk: the files of a campaign, and a HIT as the market shows it."""

import csv
import io

import tertium
from tertium.formats.batches._mturk_page import filled


def exported(campaign, folder, **settings):
    """The files for Mechanical Turk, by name."""
    names = campaign.export_batches("mturk", folder, force=True, **settings)
    return {name: (folder / name).read_bytes().decode("utf-8") for name in names}


def rows_of(text):
    """Rows of a CSV, by the names of their columns."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def hit_page(files, number=0, template="template.html"):
    """The page of a HIT, in the form that the market puts it into."""
    row = rows_of(files["hits.csv"])[number]
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Task</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main>'
        f'<form id="mturk_form" method="get">{filled(files[template], row)}'
        '<input type="submit" id="submitButton" value="Submit"></form></main></body></html>'
    )


def pool_of(testset, folder, **options):
    """A campaign for workers of a market."""
    given = {"pool": True, "hit_size": 20, **options}
    return tertium.new_campaign(testset, folder, **given)
