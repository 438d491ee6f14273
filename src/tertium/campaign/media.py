"""Audio, video and image files that are shown as the source of segments.

A file is named by its segment, as in `12.wav`. Its first bytes must be those of its format: a page
shows a file only as what it is. SVG is not shown, because it can contain scripts.
"""

import hashlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tertium.core import files
from tertium.core.errors import DataError, FormatError, shown
from tertium.core.formatting import counted

# Largest file in bytes.
LARGEST = 200 * 2**20

# Bytes that tell the format of a file.
_HEAD = 64

# Hexadecimal digits of the digest that names a file of a campaign.
_DIGITS = 32

# Segments or files that a message names.
_NAMED = 5


class Format(NamedTuple):
    """A format: how pages show it, its media type, and whether a file begins like one."""

    kind: str
    media_type: str
    begins: Callable[[bytes], bool]


def _starts(*beginnings: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(beginnings)


def _riff(kind: bytes) -> Callable[[bytes], bool]:
    return lambda head: head[:4] == b"RIFF" and head[8:12] == kind


def _is_mp3(head: bytes) -> bool:
    """A tag, or the first frame of layer III."""
    frame = len(head) > 1 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2
    return head.startswith(b"ID3") or frame


def _is_mp4(head: bytes) -> bool:
    return head[4:8] == b"ftyp"


def _is_webm(head: bytes) -> bool:
    return head.startswith(b"\x1aE\xdf\xa3") and b"webm" in head


_OGG = Format("audio", "audio/ogg", _starts(b"OggS"))
_JPEG = Format("image", "image/jpeg", _starts(b"\xff\xd8\xff"))

# Formats by the ending of names.
FORMATS: Mapping[str, Format] = {
    "wav": Format("audio", "audio/wav", _riff(b"WAVE")),
    "mp3": Format("audio", "audio/mpeg", _is_mp3),
    "ogg": _OGG,
    "oga": _OGG,
    "opus": _OGG,
    "flac": Format("audio", "audio/flac", _starts(b"fLaC")),
    "m4a": Format("audio", "audio/mp4", _is_mp4),
    "mp4": Format("video", "video/mp4", _is_mp4),
    "webm": Format("video", "video/webm", _is_webm),
    "png": Format("image", "image/png", _starts(b"\x89PNG\r\n\x1a\n")),
    "jpg": _JPEG,
    "jpeg": _JPEG,
    "webp": Format("image", "image/webp", _riff(b"WEBP")),
    "gif": Format("image", "image/gif", _starts(b"GIF87a", b"GIF89a")),
}

# Names of files in the folder of a campaign, which do not reveal their segments.
_NAME = re.compile(rf"[0-9a-f]{{{_DIGITS}}}\.({'|'.join(FORMATS)})")


class MediaFile(NamedTuple):
    """A file of a segment: where it is, and its name in the folder of the campaign."""

    path: Path
    name: str

    def for_page(self) -> dict[str, Any]:
        """What a page needs to show it."""
        return {"file": self.name, "kind": FORMATS[self.name.rpartition(".")[2]].kind}


@dataclass(frozen=True)
class Media:
    """The files of all segments, in the order of the test set."""

    files: tuple[MediaFile, ...]

    @property
    def by_name(self) -> dict[str, Path]:
        """The different files, by their names in the folder of the campaign."""
        return {one.name: one.path for one in self.files}


def media_type(name: str) -> str | None:
    """Media type of a file in the folder of a campaign; None if the name is none of a file."""
    found = _NAME.fullmatch(name)
    return FORMATS[found[1]].media_type if found else None


def is_intact(path: Path) -> bool:
    """Whether a file of a campaign has the content that its name tells."""
    try:
        return _digest(path) == path.name.partition(".")[0]
    except OSError:
        return False


def read_media(folder: str | os.PathLike[str], segment_ids: Sequence[str]) -> Media:
    """Find the file of each segment, and check its format.

    Args:
        folder: The directory; the file of a segment is named by its id and the ending of a format.
        segment_ids: Ids of all segments.
    """
    place = Path(folder)
    if not place.is_dir():
        raise DataError("No such directory.", where=str(place))
    found: dict[str, list[Path]] = {}
    others: list[str] = []
    wanted = frozenset(segment_ids)
    for path in sorted(place.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(place).as_posix()
        segment, _, suffix = name.rpartition(".")
        if segment in wanted and suffix.lower() in FORMATS:
            found.setdefault(segment, []).append(path)
        else:
            others.append(name)
    _check_each_has_one(place, segment_ids, found, others)
    if others:
        files.warn_unused(
            f"{place}: {counted(len(others), 'file')} of no segment: {_listed(others)}."
        )
    return Media(tuple(_checked(found[segment][0]) for segment in segment_ids))


def _check_each_has_one(
    place: Path, segment_ids: Sequence[str], found: Mapping[str, Sequence[Path]], others: list[str]
) -> None:
    missing = [segment for segment in segment_ids if segment not in found]
    if missing:
        endings = ", ".join(FORMATS)
        no_format = [name for name in others if name.rpartition(".")[0] in missing]
        why = f" {_listed(no_format)} cannot be shown." if no_format else ""
        raise DataError(
            f"{counted(len(missing), 'segment')} of {counted(len(segment_ids), 'segment')}"
            f" {'has' if len(missing) == 1 else 'have'} no file: {_listed(missing)}.{why}",
            where=str(place),
            hint=f"A file is named by the id of its segment, as in {missing[0]}.wav. Endings:"
            f" {endings}.",
        )
    for segment, paths in found.items():
        if len(paths) > 1:
            names = " and ".join(path.name for path in paths)
            raise DataError(
                f"Segment {segment} has {counted(len(paths), 'file')}: {names}.",
                where=str(place),
                hint="Leave one of them.",
            )


def _checked(path: Path) -> MediaFile:
    suffix = path.suffix[1:].lower()
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if not head:
            raise FormatError("The file is empty.", where=str(path))
        if size > LARGEST:
            raise FormatError(
                f"The file has {size / 2**20:,.0f} MiB; at most {LARGEST // 2**20} are shown.",
                where=str(path),
                hint="Compress it.",
            )
        if not FORMATS[suffix].begins(head):
            looks = [name for name, one in FORMATS.items() if one.begins(head)]
            raise FormatError(
                f"The file is not what its name says: it does not begin like .{suffix}.",
                where=str(path),
                hint=f"It begins like .{looks[0]}." if looks else "Convert it.",
            )
        return MediaFile(path, f"{_digest(path)}.{suffix}")
    except OSError as error:
        raise DataError(f"Cannot be read: {error.strerror}.", where=str(path)) from None


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_DIGITS]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    listed = ", ".join(shown(name) for name in names[:_NAMED])
    return f"{listed} and {counted(more, 'other')}" if more > 0 else listed
