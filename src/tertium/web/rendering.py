"""Pages from templates. All text is escaped, and a name that a template lacks is an error."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from tertium.web import messages
from tertium.web.messages import Messages


@cache
def environment() -> Environment:
    """The environment of all templates."""
    return Environment(
        loader=PackageLoader("tertium.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **values: object) -> str:
    """Fill in a template."""
    return environment().get_template(template).render(**values)


def language_of(request: Request, interface: str | None = None) -> Messages:
    """Choose the language of a page.

    Args:
        request: The request, which may name a language in its address or in a cookie.
        interface: The language of the campaign; without one, that of the browser is used.
    """
    return messages.choose(
        request.query_params.get("language"),
        request.cookies.get("tertium_language"),
        interface,
        None if interface else request.headers.get("accept-language"),
    )


def page(
    request: Request,
    template: str,
    *,
    csrf: str = "",
    interface: str | None = None,
    status_code: int = 200,
    **values: object,
) -> HTMLResponse:
    """Make a page in the language of its reader.

    Args:
        request: The request.
        template: Name of the template.
        csrf: Token of the session; empty without one.
        interface: The language of the campaign.
        status_code: Status of HTTP.
        values: Variables of the template.
    """
    chosen = language_of(request, interface)
    common = {"messages": chosen, "languages": messages.names(), "csrf": csrf}
    return HTMLResponse(render(template, **common, **values), status_code=status_code)


def english_page(request: Request, template: str, *, csrf: str, **values: object) -> HTMLResponse:
    """Make a page for organisers, which exists in English only.

    Args:
        request: The request.
        template: Name of the template.
        csrf: Token of the session.
        values: Variables of the template.
    """
    common = {"messages": messages.load("en"), "languages": (), "csrf": csrf}
    return HTMLResponse(render(template, **common, **values))
