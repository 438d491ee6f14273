"""The judgments of a campaign as a file of ratings."""

import tempfile
from pathlib import Path
from urllib.parse import quote

from fastapi import APIRouter
from starlette.responses import Response

from tertium.core.errors import DataError
from tertium.web.access import Organiser
from tertium.web.errors import RequestError

router = APIRouter(prefix="/c/{campaign}")


@router.get("/export.csv", response_class=Response)
def export(visitor: Organiser) -> Response:
    """Send all judgments, in the form that `tertium human rank` reads."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        try:
            visitor.campaign.export(path)
        except DataError as error:
            raise RequestError(409, "empty", error.message) from None
        content = path.read_bytes()
    name = quote(f"{visitor.campaign.name}.csv")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)
