"""The web app of campaigns: pages of annotators and organisers."""

from importlib.util import find_spec

from tertium.core.errors import MissingComponent

for _package in ("fastapi", "uvicorn", "jinja2", "markdown_it"):
    if find_spec(_package) is None:
        raise MissingComponent.extra("The server of campaigns", _package, "web")
