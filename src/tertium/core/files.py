"""Bytes in and out of files: compression, standard input, strict UTF-8, all-or-nothing writing."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tertium.core.errors import DataError, FormatError, MissingComponent

STDIN = "-"

_GZIP, _XZ, _ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Content of a file, or of standard input for "-"; gzip, xz and zstd are seen by content."""
    origin = name_of(path)
    try:
        data = sys.stdin.buffer.read() if origin == STDIN else Path(path).read_bytes()
    except FileNotFoundError:
        raise DataError("No such file.", where=origin) from None
    except IsADirectoryError:
        raise DataError("Expected a file, found a directory.", where=origin) from None
    except OSError as error:
        raise DataError(f"Cannot be read: {error.strerror}.", where=origin) from None
    return _decompress(data, origin)


def read_text(path: str | os.PathLike[str]) -> str:
    """Content of a file as text; it must be UTF-8."""
    return decode(read_bytes(path), name_of(path))


def decode(data: bytes, origin: str) -> str:
    """Decode UTF-8; an error names line, byte and offset."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"Invalid UTF-8: byte 0x{data[error.start]:02x} at offset {error.start} of the file.",
            where=f"{origin}:{line}",
            hint=_encoding_hint(data),
            check="invalid-utf8",
        ) from None


def lines_of(text: str) -> list[str]:
    """Lines of a text: only a line feed ends a line, and the last one need not have it."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def name_of(path: str | os.PathLike[str]) -> str:
    """Give the name of a file as the user wrote it."""
    return os.fspath(path)


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[IO[str]]:
    """Open a file for text that appears under its name only when all of it is written.

    "-" is standard output. Names that end in .gz, .xz or .zst are compressed.
    """
    if os.fspath(path) == STDIN:
        yield sys.stdout
        return
    import tempfile

    target = Path(path)
    try:
        descriptor, aside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise DataError(f"Cannot be written: {error.strerror}.", where=str(path)) from None
    try:
        os.close(descriptor)
        with _open_compressed(Path(aside), target.suffix) as stream:
            yield stream
        # mkstemp makes files private; an ordinary file follows the umask.
        umask = os.umask(0)
        os.umask(umask)
        Path(aside).chmod(0o666 & ~umask)
        Path(aside).replace(target)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a whole text file, or none."""
    with writing(path) as stream:
        stream.write(text)


def _open_compressed(path: Path, suffix: str) -> IO[str]:
    if suffix == ".gz":
        import gzip

        return gzip.open(path, "wt", encoding="utf-8", newline="\n")
    if suffix == ".xz":
        import lzma

        return lzma.open(path, "wt", encoding="utf-8", newline="\n")
    if suffix == ".zst":
        stream: IO[str] = _zstandard().open(path, "wt", encoding="utf-8", newline="\n")
        return stream
    return path.open("w", encoding="utf-8", newline="\n")


def _decompress(data: bytes, origin: str) -> bytes:
    try:
        if data.startswith(_GZIP):
            import gzip

            return gzip.decompress(data)
        if data.startswith(_XZ):
            import lzma

            return lzma.decompress(data)
        if data.startswith(_ZSTD):
            with _zstandard().ZstdDecompressor().stream_reader(data) as reader:
                return bytes(reader.read())
    except MissingComponent:
        raise
    except Exception as error:
        # Each library has an exception of its own for a damaged file.
        raise FormatError(f"Damaged compressed file: {error}.", where=origin) from None
    return data


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise MissingComponent.extra("A zstd file", "zstandard", "zstd") from None
    return zstandard


def _encoding_hint(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "It looks like UTF-16; convert it: iconv -f UTF-16 -t UTF-8."
    return "Convert the file to UTF-8, for example: iconv -f LATIN1 -t UTF-8."
