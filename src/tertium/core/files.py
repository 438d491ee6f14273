"""Bytes in and out of files: compression, standard input, strict UTF-8, all-or-nothing writing."""

import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any

from tertium.core.errors import (
    DataError,
    DataWarning,
    FormatError,
    MissingComponent,
    UsageError,
)

STDIN = "-"

COMPRESSIONS = (".gz", ".xz", ".zst")

_ENDINGS = (*COMPRESSIONS, ".txt", ".sgm", ".sgml", ".tsv", ".jsonl", ".xml")

_GZIP, _XZ, _ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"

_MARK = "\ufeff"

_invalid_allowed = ContextVar("invalid UTF-8 is allowed", default=False)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Content of a file, or of standard input for "-"; gzip, xz and zstd are seen by content."""
    origin = name_of(path)
    try:
        data = _read_stdin() if origin == STDIN else Path(path).read_bytes()
    except FileNotFoundError:
        raise DataError("No such file.", where=origin) from None
    except IsADirectoryError:
        raise DataError("Expected a file, found a directory.", where=origin) from None
    except OSError as error:
        raise DataError(f"Cannot be read: {error.strerror}.", where=origin) from None
    except ValueError as error:
        # A NUL or a lone surrogate in the name.
        raise DataError(f"Not the name of a file: {error}.", where=repr(origin)) from None
    return _decompress(data, origin)


def read_text(path: str | os.PathLike[str]) -> str:
    """Content of a file as text; it must be UTF-8."""
    return decode(read_bytes(path), name_of(path))


def decode(data: bytes, origin: str) -> str:
    """Decode UTF-8; an error names line, byte and offset."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if _invalid_allowed.get():
            text = data.decode("utf-8", "replace")
            found = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
            places = "1 place" if found == 1 else f"{found:,} places"
            passed_over(f"{origin}: Invalid UTF-8: U+FFFD stands in {places}.")
            return text
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"Invalid UTF-8: byte 0x{data[error.start]:02x} at offset {error.start} of the file.",
            where=f"{origin}:{line}",
            hint=_encoding_hint(data),
            check="invalid-utf8",
        ) from None


@contextmanager
def allowing_invalid(allowed: bool) -> Iterator[None]:
    """Within, bytes that are not UTF-8 become U+FFFD, with a warning, if that is allowed."""
    token = _invalid_allowed.set(allowed)
    try:
        yield
    finally:
        _invalid_allowed.reset(token)


def invalid_allowed() -> bool:
    """Whether bytes that are not UTF-8 are allowed here."""
    return _invalid_allowed.get()


def passed_over(message: str) -> None:
    """Tell of something in a file that is not used: it must never be lost silently."""
    warnings.warn(f"{message} [left-out]", DataWarning, stacklevel=3)


def without_mark(data: bytes) -> bytes:
    """Bytes without the byte order mark that a file of records may begin with."""
    return data.removeprefix(_MARK.encode("utf-8"))


def lines_of(text: str) -> list[str]:
    """Lines of a text: only a line feed ends a line, and the last one need not have it."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def decode_records(data: bytes, origin: str) -> str:
    """Decode a file of records, which may begin with a byte order mark."""
    return decode(data, origin).removeprefix(_MARK)


def record_lines(data: bytes, origin: str) -> list[str]:
    """Lines of a file of records, which may also have Windows line ends."""
    return [line.removesuffix("\r") for line in lines_of(decode_records(data, origin))]


def name_of(path: str | os.PathLike[str]) -> str:
    """Give the name of a file as the user wrote it."""
    return os.fspath(path)


def stem_of(path: str) -> str:
    """Name of a file without directory and endings: what a text is called after its file."""
    if path == STDIN:
        return "stdin"
    name = printable(Path(path).name)
    while Path(name).suffix in _ENDINGS:
        name = Path(name).stem
    return name


def printable(name: str) -> str:
    """Name as it can be printed: what came from bytes that are not UTF-8 becomes U+FFFD."""
    if name.isascii():
        return name
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in name)


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[IO[str]]:
    """Open a file for text that appears under its name only when all of it is written.

    "-" is standard output. Names that end in .gz, .xz or .zst are compressed.
    """
    name = name_of(path)
    with _named_errors(name):
        if name == STDIN:
            with _standard_output() as stream:
                yield stream
        else:
            target = _target(name)
            with aside(target) as file, _open_compressed(file, name) as stream:
                yield stream


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a whole text file, or none."""
    with writing(path) as stream:
        stream.write(text)


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a whole file of whatever content, or none; "-" is standard output."""
    name = name_of(path)
    with _named_errors(name):
        if name == STDIN:
            sys.stdout.buffer.write(data)
        else:
            with aside(_target(name)) as file:
                file.write_bytes(data)


def write_folder(path: str | os.PathLike[str], texts: Mapping[str, str]) -> None:
    """Write text files, by their names within a directory; none appears before all are written."""
    import shutil
    import tempfile

    if name_of(path) == STDIN:
        raise UsageError("A directory cannot be written to standard output.")
    folder = Path(path)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = folder if folder.is_dir() else folder.parent
        aside = Path(tempfile.mkdtemp(dir=beside, prefix=".tertium-"))
    except OSError as error:
        raise DataError(f"Cannot be written: {error.strerror}.", where=str(path)) from None
    try:
        for name, text in texts.items():
            (aside / name).parent.mkdir(parents=True, exist_ok=True)
            (aside / name).write_bytes(text.encode("utf-8"))
        for name in texts:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (aside / name).replace(folder / name)
    except OSError as error:
        raise DataError(f"Cannot be written: {error.strerror}.", where=str(path)) from None
    except UnicodeEncodeError as error:
        raise _no_character(error, str(path)) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Say of what fails within which file could not be written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise DataError(f"Cannot be written: {error.strerror}.", where=name) from None
    except UnicodeEncodeError as error:
        raise _no_character(error, name) from None


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise DataError("There is no standard input.", where=STDIN)
    return sys.stdin.buffer.read()


@contextmanager
def _standard_output() -> Iterator[IO[str]]:
    """Standard output as UTF-8, whatever the terminal is set to."""
    if not hasattr(sys.stdout, "buffer"):
        yield sys.stdout
        return
    import io

    stream = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
    try:
        yield stream
    finally:
        stream.flush()
        stream.detach()


def _no_character(error: UnicodeEncodeError, where: str) -> DataError:
    code = f"U+{ord(error.object[error.start]):04X}"
    return DataError(
        f"The lone surrogate {code} is no character and cannot be written.", where=where
    )


def _target(name: str) -> Path:
    """Give the file to write: what a link points to, not the link."""
    try:
        return Path(name).resolve()
    except ValueError as error:
        raise DataError(f"Not the name of a file: {error}.", where=repr(name)) from None


@contextmanager
def aside(target: Path) -> Iterator[Path]:
    """Give a file to write instead of the target, which it becomes at the end."""
    if target.exists() and not target.is_file():
        # A pipe or a device can only be written itself.
        yield target
        return
    import tempfile

    mode = target.stat().st_mode & 0o7777 if target.exists() else None
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".tertium-")
    file = Path(name)
    try:
        os.close(descriptor)
        yield file
        # mkstemp makes files private; an ordinary file follows the umask.
        file.chmod(0o666 & ~_umask() if mode is None else mode)
        file.replace(target)
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


def _open_compressed(path: Path, name: str) -> IO[str]:
    if name.endswith(".gz"):
        import gzip

        return gzip.open(path, "wt", encoding="utf-8", newline="\n")
    if name.endswith(".xz"):
        import lzma

        return lzma.open(path, "wt", encoding="utf-8", newline="\n")
    if name.endswith(".zst"):
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
            return _decompress_zstd(data)
    except (MissingComponent, MemoryError):
        raise
    except Exception as error:
        # Each library has an exception of its own for a damaged file.
        raise FormatError(f"Damaged compressed file: {error}.", where=origin) from None
    return data


def _decompress_zstd(data: bytes) -> bytes:
    """Decompress all frames; a file that is cut off would otherwise pass as a shorter one."""
    parts = []
    while data:
        frame = _zstandard().ZstdDecompressor().decompressobj()
        parts.append(frame.decompress(data))
        if not frame.eof:
            raise EOFError("it ends within a frame")
        data = frame.unused_data
    return b"".join(parts)


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
