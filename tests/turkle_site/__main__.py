"""Run a command of the site."""

import os
import sys
from pathlib import Path

import django
from django.core.management import call_command

PASSWORD = "of a test"


def publish(template, table, assignments, *users):
    """Make the site with a project, a batch and users."""
    from django.contrib.auth.models import User
    from turkle.models import Batch, Project

    call_command("migrate", verbosity=0)
    for name in users:
        User.objects.create_user(name, password=PASSWORD)
    project = Project(name="HITs", html_template=Path(template).read_text(encoding="utf-8"))
    # Raises an error if Turkle does not accept the template.
    project.clean()
    project.save()
    number = int(assignments)
    batch = Batch(name="batch", project=project, filename=table, assignments_per_task=number)
    batch.clean()
    batch.save()
    with Path(table).open(encoding="utf-8", newline="") as file:
        batch.create_tasks_from_csv(file)
    # The names of the variables must be those of the table.
    names = set(batch.task_set.first().input_csv_fields)
    assert set(project.fieldnames) == names


def serve(port):
    """Serve the site."""
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, verbosity=0)


def results(table):
    """Write the results of the batch."""
    from turkle.models import Batch

    with Path(table).open("w", encoding="utf-8", newline="") as file:
        Batch.objects.get().to_csv(file)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.turkle_site.settings"
    django.setup()
    globals()[sys.argv[1]](*sys.argv[2:])
