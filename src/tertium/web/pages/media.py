"""Audio, video and image files that are the source of segments."""

from fastapi import APIRouter
from starlette.responses import FileResponse

from tertium.campaign.media import media_type
from tertium.web.access import Annotator
from tertium.web.errors import not_found

router = APIRouter(prefix="/c/{campaign}")

# A name stands for one content, so browsers need not ask again.
_CACHE = "private, max-age=86400, immutable"


@router.get("/media/{file}", response_class=FileResponse)
def media(visitor: Annotator, file: str) -> FileResponse:
    """Send a file, or the part of it that a player asks for."""
    kind, path = media_type(file), visitor.campaign.media_folder / file
    # Only names that the campaign has given are looked up.
    if kind is None or not path.is_file():
        raise not_found()
    return FileResponse(path, media_type=kind, headers={"Cache-Control": _CACHE})
