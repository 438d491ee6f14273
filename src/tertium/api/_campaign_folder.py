"""The folder of a campaign: which files it has, and what they say."""

import json
from collections.abc import Iterable
from pathlib import Path

from tertium.campaign.links import SECRET_BYTES
from tertium.campaign.media import is_intact
from tertium.core import files
from tertium.core.errors import DataError, UsageError

SQLITE_FILE = "campaign.db"
URL_FILE = "database"
SECRET_FILE = "secret"
INSTRUCTIONS_FILE = "instructions.md"
MEDIA_FOLDER = "media"

_WITHOUT_SECRET = "Restore it from a copy of the folder; without it no link is valid."


def database_of(folder: Path) -> tuple[str, str]:
    """Address of the database, and the name of the campaign in it; "" for the only one."""
    if (folder / SQLITE_FILE).is_file():
        return f"sqlite:///{folder / SQLITE_FILE}", ""
    if (folder / URL_FILE).is_file():
        return _address(folder / URL_FILE)
    if not folder.exists():
        raise UsageError(
            f"There is no campaign {str(folder)!r}: the folder does not exist.",
            hint="`tertium campaign new` makes a campaign.",
        )
    raise UsageError(f"{str(folder)!r} is not the folder of a campaign: it has no {SQLITE_FILE}.")


def secret_of(folder: Path) -> bytes:
    """The key of all links; a shorter one is refused, because its links could be guessed."""
    file = folder / SECRET_FILE
    if not file.is_file():
        database_of(folder)
        raise DataError(
            "The file with the secret of the campaign is missing.",
            where=str(file),
            hint=_WITHOUT_SECRET,
        )
    try:
        secret = bytes.fromhex(files.read_text(file).strip())
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise DataError(
            "The secret of the campaign is damaged.", where=str(file), hint=_WITHOUT_SECRET
        )
    return secret


def damaged_media(folder: Path, names: Iterable[str]) -> list[str]:
    """Media files that are missing or changed; one sentence for each."""
    found = []
    for name in sorted(names):
        path = folder / MEDIA_FOLDER / name
        if not path.is_file():
            found.append(f"The file {MEDIA_FOLDER}/{name} is missing.")
        elif not is_intact(path):
            found.append(f"The file {MEDIA_FOLDER}/{name} is not the one that annotators saw.")
    return found


def _address(file: Path) -> tuple[str, str]:
    try:
        stored = json.loads(files.read_text(file))
        url, name = stored["url"], stored["campaign"]
    except (ValueError, KeyError, TypeError):
        url = name = None
    if not isinstance(url, str) or not isinstance(name, str):
        raise DataError(
            "The address of the database is damaged.",
            where=str(file),
            hint="Restore the file from a copy of the folder.",
        )
    return url, name
