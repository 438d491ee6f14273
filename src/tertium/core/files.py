"""Read and write files: compression, standard input, strict UTF-8, atomic writing."""

import codecs
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import IO, TYPE_CHECKING, cast

from tertium.core import notices, outputs
from tertium.core.compression import COMPRESSIONS, decompress, open_text, parts_of
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.formatting import counted
from tertium.core.temporary_files import temporary_file

# pathlib takes 3 ms to import; a plain score does without it.
if TYPE_CHECKING:
    from pathlib import Path

STDIN = "-"

# Largest size of a file, decompressed, unless the environment variable allows more.
SIZE_VARIABLE = "TERTIUM_MAX_FILE_SIZE"
_SIZE_LIMIT = 1 << 30

_ENDINGS = (*COMPRESSIONS, ".txt", ".sgm", ".sgml", ".tsv", ".jsonl", ".xml")

# In UTF-16 and UTF-32 text without a byte order mark, most characters have a NUL byte.
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")

_MARK = "\ufeff"

_invalid_allowed = ContextVar("invalid UTF-8 is allowed", default=False)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Content of a file, or of standard input for "-", decompressed if it is compressed."""
    origin = name_of(path)
    outputs.check_input(origin)
    with _reading(origin):
        if origin == STDIN:
            data = _joined(parts_of(_standard_input()), origin)
        else:
            with open(path, "rb") as stream:  # noqa: PTH123
                data = _content(stream, origin)
    return decompress(data, origin, lambda parts: _joined(parts, origin))


def read_member(path: "Path") -> bytes:
    """Content of a regular file in a directory; a pipe there must not block."""
    with _reading(str(path)):
        mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise DataError("Not a regular file.", where=str(path))
    return read_bytes(path)


def listed(folder: "Path") -> "list[Path]":
    """Names in a directory, sorted; none if the directory does not exist."""
    if not is_directory(folder):
        return []
    with _reading(str(folder)):
        return sorted(folder.iterdir())


def read_text(path: str | os.PathLike[str]) -> str:
    """Content of a file as text; it must be UTF-8."""
    return decode(read_bytes(path), name_of(path))


def decode(data: bytes, origin: str) -> str:
    """Decode UTF-8; an error names line, byte and offset."""
    refuse_wide(data, origin)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if _invalid_allowed.get():
            text = data.decode("utf-8", "replace")
            found = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
            places = counted(found, "place")
            warn_unused(f"{origin}: Invalid UTF-8 in {places} was replaced by U+FFFD.")
            return text
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"Invalid UTF-8: byte 0x{data[error.start]:02x} at offset {error.start} of the file.",
            where=f"{origin}:{line}",
            hint="Convert the file to UTF-8, for example: iconv -f LATIN1 -t UTF-8.",
            check="invalid-utf8",
        ) from None


def refuse_wide(data: bytes, origin: str) -> None:
    """Refuse UTF-16 and UTF-32, with or without a byte order mark."""
    head = data[:1000]
    marked = head.startswith(_WIDE_MARKS)
    if not marked and head.count(0) < max(8, len(head) // 3):
        return
    name = "UTF-32" if b"\x00\x00" in head.removeprefix(b"\x00\x00\xfe\xff") else "UTF-16"
    if not marked:
        # In UTF-16 every second byte of characters below U+0100 is NUL.
        name += "LE" if head[:1] != b"\x00" else "BE"
    raise FormatError(
        f"The text is encoded as {name}; UTF-8 is expected.",
        where=origin,
        hint=f"Convert it: iconv -f {name} -t UTF-8 FILE > NEW.",
    )


@contextmanager
def allowing_invalid(allowed: bool) -> Iterator[None]:
    """Inside the block, replace bytes that are not UTF-8 by U+FFFD, with a warning, if allowed."""
    token = _invalid_allowed.set(allowed)
    try:
        yield
    finally:
        _invalid_allowed.reset(token)


def invalid_allowed() -> bool:
    """Whether bytes that are not UTF-8 are allowed here."""
    return _invalid_allowed.get()


def warn_unused(message: str) -> None:
    """Warn that something in a file is not used: data must never be lost silently."""
    from tertium.core.file_notices import LeftOut

    notices.warn(LeftOut(message), stacklevel=2)


def without_mark(data: bytes) -> bytes:
    """Bytes without the byte order mark that a file of records may begin with."""
    return data.removeprefix(_MARK.encode("utf-8"))


def lines_of(text: str) -> list[str]:
    """Lines of a text: only line feeds end lines, and the last line need not have one."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def decode_records(data: bytes, origin: str) -> str:
    """Decode a file of records, which may begin with a byte order mark."""
    return decode(data, origin).removeprefix(_MARK)


def record_lines(data: bytes, origin: str) -> list[str]:
    """Lines of a file of records, without Windows line ends and blank lines at the end."""
    lines = [line.removesuffix("\r") for line in lines_of(decode_records(data, origin))]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def name_of(path: str | os.PathLike[str]) -> str:
    """Return the name of a file as the user wrote it."""
    return os.fspath(path)


def stem_of(path: str, *suffixes: str) -> str:
    """Name of a file without directory and endings: the default name of a text.

    Args:
        path: The file.
        suffixes: Endings of its format, beside the common ones.
    """
    if path == STDIN:
        return "stdin"
    descriptor = outputs.named_descriptor(path)
    if descriptor is not None:
        return f"fd{descriptor}"
    name = printable(os.path.basename(path.rstrip("/")))  # noqa: PTH119
    while (ending := os.path.splitext(name)[1]) in (*_ENDINGS, *suffixes):  # noqa: PTH122
        name = name.removesuffix(ending)
    return name


def is_descriptor(path: str) -> bool:
    """Whether a path names an open descriptor, as process substitution of a shell does."""
    return outputs.named_descriptor(path) is not None


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether a file or directory exists and can be accessed."""
    return os.path.exists(path)  # noqa: PTH110


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether a path names a regular file that can be accessed."""
    return os.path.isfile(path)  # noqa: PTH113


def is_directory(path: str | os.PathLike[str]) -> bool:
    """Whether a path names a directory that can be accessed."""
    return os.path.isdir(path)  # noqa: PTH112


def printable(name: str) -> str:
    """Name in a printable form: bytes that are not UTF-8 become U+FFFD."""
    if name.isascii():
        return name
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in name)


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[IO[str]]:
    """Open a file for text, which appears under its name only when it is complete.

    "-" is standard output. Files whose names end in .gz, .bz2, .xz or .zst are compressed.
    `core/outputs.py` decides which files may be replaced.
    """
    name = name_of(path)
    outputs.check_replaceable(name)
    with _named_errors(name):
        if not outputs.is_place(name):
            with _open_stream(name) as stream:
                # Always UTF-8; a TextIOWrapper would close the stream.
                yield cast(IO[str], codecs.getwriter("utf-8")(stream))
        else:
            with aside(outputs.target_of(name)) as file, open_text(file, name) as text:
                yield text


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file, completely or not at all."""
    with writing(path) as stream:
        stream.write(text)


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, completely or not at all; "-" is standard output."""
    name = name_of(path)
    outputs.check_replaceable(name)
    with _named_errors(name):
        if not outputs.is_place(name):
            with _open_stream(name) as stream:
                stream.write(data)
        else:
            with aside(outputs.target_of(name)) as file:
                file.write_bytes(data)


def write_folder(path: str | os.PathLike[str], texts: Mapping[str, str]) -> None:
    """Write text files to a directory, by name; none appears before all are written."""
    from pathlib import Path

    outputs.check_folder(name_of(path))
    folder = Path(path)
    for name in texts:
        outputs.check_replaceable(str(folder / name))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with temporary_file(folder if folder.is_dir() else folder.parent) as aside:
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


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Inside the block, name the file in errors of writing."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) and name == STDIN:
            raise
        raise DataError(f"Cannot be written: {error.strerror}.", where=name) from None
    except UnicodeEncodeError as error:
        raise _no_character(error, name) from None


@contextmanager
def _reading(origin: str) -> Iterator[None]:
    """Inside the block, name the file in errors of reading."""
    try:
        yield
    except FileNotFoundError:
        raise DataError("No such file.", where=origin) from None
    except IsADirectoryError:
        raise DataError("Expected a file, found a directory.", where=origin) from None
    except OSError as error:
        raise DataError(f"Cannot be read: {error.strerror}.", where=origin) from None
    except ValueError as error:
        # The name contains a NUL or a lone surrogate.
        raise DataError(f"Not the name of a file: {error}.", where=repr(origin)) from None


def _standard_input() -> IO[bytes]:
    if sys.stdin is None:
        raise DataError("There is no standard input.", where=STDIN)
    return sys.stdin.buffer


def _content(stream: IO[bytes], origin: str) -> bytes:
    status = os.fstat(stream.fileno())
    if stat.S_ISREG(status.st_mode):
        if status.st_size > size_limit():
            raise _too_large(origin)
        return stream.read()
    if stat.S_ISCHR(status.st_mode) and not stream.isatty() and _is_endless(status):
        raise DataError("Expected a file, found a device.", where=origin)
    return _joined(parts_of(stream), origin)


def _is_endless(status: os.stat_result) -> bool:
    """Whether a device can be read without end, unlike /dev/null."""
    return not os.path.samestat(status, os.stat(os.devnull))  # noqa: PTH116


def _joined(parts: Iterator[bytes], origin: str) -> bytes:
    """Join the parts of a file, unless it is too large."""
    limit, size, kept = size_limit(), 0, []
    for part in parts:
        size += len(part)
        if size > limit:
            raise _too_large(origin)
        kept.append(part)
    return b"".join(kept)


def size_limit() -> int:
    """Largest number of bytes of a file, decompressed."""
    text = os.environ.get(SIZE_VARIABLE)
    if not text:
        return _SIZE_LIMIT
    found = re.fullmatch(r"([0-9]{1,15})([KMGT]?)", text.upper())
    if not found:
        raise UsageError(
            f"The environment variable {SIZE_VARIABLE} must be a number of bytes, or one with K,"
            f" M, G or T, as in 4G. Got {text!r} instead."
        )
    return int(found[1]) << 10 * " KMGT".index(found[2] or " ")


def _too_large(origin: str) -> DataError:
    return DataError(
        f"The file has more than {counted(size_limit(), 'byte')}, which is the limit"
        " (decompressed).",
        where=origin,
        hint=f"To read larger files, set the environment variable {SIZE_VARIABLE}, as in 4G.",
    )


@contextmanager
def _open_stream(name: str) -> Iterator[IO[bytes]]:
    """Open standard output, or another open descriptor, for bytes."""
    number = outputs.descriptor_of(name)
    if number not in (None, 1):
        with os.fdopen(os.dup(number), "wb") as stream:
            yield stream
    elif sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    elif hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        # Notebooks replace standard output by a text stream.
        content = io.BytesIO()
        yield content
        sys.stdout.write(content.getvalue().decode("utf-8", "backslashreplace"))


def _no_character(error: UnicodeEncodeError, where: str) -> DataError:
    code = f"U+{ord(error.object[error.start]):04X}"
    return DataError(
        f"The lone surrogate {code} is not a character and cannot be written.", where=where
    )


@contextmanager
def aside(target: "Path") -> "Iterator[Path]":
    """Give a temporary file, which replaces the target at the end."""
    if target.exists() and not target.is_file():
        # Pipes and devices are written directly.
        yield target
        return
    mode = target.stat().st_mode & 0o7777 if target.exists() else None
    with temporary_file(target.parent) as file:
        # A new file follows the umask; a replacement stays private until it gets its mode.
        file.touch(0o666 if mode is None else 0o600, exist_ok=False)
        yield file
        if mode is not None:
            file.chmod(mode)
        file.replace(target)
