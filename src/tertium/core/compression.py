"""Compressed files: recognized by content for reading, by the ending of the name for writing."""

import io
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any, Protocol

from tertium.core.errors import FormatError, MissingComponent, TertiumError

if TYPE_CHECKING:
    from pathlib import Path

COMPRESSIONS = (".gz", ".bz2", ".xz", ".zst")

_GZIP, _XZ, _ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"

# "BZh" can begin a text, but the bytes after the block size cannot.
_BZIP2 = tuple(
    b"BZh%d" % size + block
    for size in range(1, 10)
    for block in (b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90")
)

# A zstd block has at least 4 bytes and unpacks to at most 128 KiB: 32 MiB for each piece.
_PIECE = 1 << 10


def decompress(data: bytes, origin: str, joined: Callable[[Iterator[bytes]], bytes]) -> bytes:
    """Decompress gzip, bzip2, xz and zstd; other data are returned as they are.

    Args:
        data: Content of the file.
        origin: Its name.
        joined: Joins the parts of the content, and refuses a file that becomes too large.
    """
    parts = _parts(data)
    if parts is None:
        return data
    try:
        return joined(parts)
    except (TertiumError, MemoryError):
        raise
    except Exception as error:
        # Each library raises another exception for a damaged file.
        raise FormatError(f"Damaged compressed file: {error}.", where=origin) from None


def open_text(path: "Path", name: str) -> IO[str]:
    """Open a file for writing text, compressed according to the ending of its name."""
    if name.endswith(".gz"):
        import gzip

        return gzip.open(path, "wt", encoding="utf-8", newline="\n")
    if name.endswith(".bz2"):
        import bz2

        return bz2.open(path, "wt", encoding="utf-8", newline="\n")
    if name.endswith(".xz"):
        import lzma

        return lzma.open(path, "wt", encoding="utf-8", newline="\n")
    if name.endswith(".zst"):
        stream: IO[str] = _zstandard().open(path, "wt", encoding="utf-8", newline="\n")
        return stream
    return path.open("w", encoding="utf-8", newline="\n")


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def parts_of(stream: _Readable) -> Iterator[bytes]:
    """Content of a stream, one mebibyte at a time."""
    while part := stream.read(1 << 20):
        yield part


def _parts(data: bytes) -> Iterator[bytes] | None:
    """Decompressed content in parts; None if the data are not compressed."""
    if data.startswith(_GZIP):
        import gzip

        return parts_of(gzip.open(io.BytesIO(data)))
    if data.startswith(_BZIP2):
        import bz2

        return parts_of(bz2.open(io.BytesIO(data)))
    if data.startswith(_XZ):
        import lzma

        return parts_of(lzma.open(io.BytesIO(data)))
    return _zstd_parts(data) if data.startswith(_ZSTD) else None


def _zstd_parts(data: bytes) -> Iterator[bytes]:
    """Decompress all frames; refuse a truncated file, which would look like a shorter one."""
    frame = None
    for begin in range(0, len(data), _PIECE):
        piece = data[begin : begin + _PIECE]
        while piece:
            frame = frame or _zstandard().ZstdDecompressor().decompressobj()
            yield frame.decompress(piece)
            piece = frame.unused_data if frame.eof else b""
            frame = None if frame.eof else frame
    if frame is not None:
        raise EOFError("it ends within a frame")


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise MissingComponent.extra("A zstd file", "zstandard", "zstd") from None
    return zstandard
