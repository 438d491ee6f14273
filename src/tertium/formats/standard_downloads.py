"""Download standard test sets into the folder of sacreBLEU, as sacreBLEU itself would.

The archive is compared with its MD5 sum before anything is unpacked. Only the files of the language
pair are unpacked, and written as the text files that sacreBLEU writes, byte for byte, so that both
programs can share the folder.
"""

import hashlib
import re
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

from tertium.core import files, progress
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.temporary_files import temporary_file
from tertium.formats.standard_catalogue import ARCHIVES, Archive
from tertium.formats.testset.wmt_xml import parse_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# Bytes that are downloaded at a time.
_PART = 2**20

_SECONDS = 60


def download_test_set(name: str, pair: str, folder: Path) -> None:
    """Download a test set and write its text files for a language pair.

    Args:
        name: Name of the test set.
        pair: The language pair.
        folder: Folder of the test set, which is made if it does not exist.
    """
    archive = ARCHIVES.get(name)
    if archive is None:
        raise UsageError(
            f"The test set {name} cannot be downloaded.", hint=f"These can: {', '.join(ARCHIVES)}."
        )
    if pair not in archive.language_pairs:
        listed = ", ".join(sorted(archive.language_pairs))
        raise UsageError(f"The test set {name} has no {pair}.", hint=f"It has {listed}.")
    raw = folder / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    packed = raw / f"{name.replace('/', '_')}.{archive.address.rpartition('/')[2]}"
    if not files.is_file(packed):
        _download(archive, packed)
    _check_sum(archive, packed)
    contents = [_member(packed, path) for path in archive.files_of(pair)]
    fields = _xml(contents[0], str(packed)) if len(contents) == 1 else _sgml(*contents)
    start = f"{name.replace('/', '_')}.{pair}."
    for field, lines in fields.items():
        path = folder / f"{start}{field.replace(':', '-')}"
        if "/" not in field and not files.exists(path):
            files.write_text(path, "".join(f"{line}\n" for line in lines))


def _download(archive: Archive, path: Path) -> None:
    try:
        with (
            progress.of("Downloading") as advance,
            urlopen(archive.address, timeout=_SECONDS) as response,
            temporary_file(path.parent) as part,
        ):
            _copy(response, part, int(response.headers.get("Content-Length") or 0), advance)
            _check_sum(archive, part)
            part.replace(path)
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise DataError(f"Cannot be downloaded: {reason}.", where=archive.address) from None


def _copy(response: IO[bytes], path: Path, size: int, advance: progress.Advance) -> None:
    with path.open("wb") as file:
        while part := response.read(_PART):
            file.write(part)
            advance(len(part) / size if size else 0)


def _check_sum(archive: Archive, path: Path) -> None:
    with path.open("rb") as file:
        found = hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
    if found != archive.md5:
        raise DataError(
            f"The MD5 sum is {found}, expected {archive.md5}: the archive is damaged, or not the"
            " one that sacreBLEU uses.",
            where=archive.address,
            hint=f"Delete {path} if it exists, and try again.",
        )


def _member(packed: Path, path: str) -> bytes:
    """Content of one file of an archive; nothing else is unpacked."""
    try:
        with tarfile.open(packed) as archive:
            names = {name.removeprefix("./"): name for name in archive.getnames()}
            member = archive.extractfile(names[path]) if path in names else None
            if member is None:
                raise FormatError(f"The archive has no file {path}.", where=str(packed))
            return member.read()
    except (tarfile.TarError, EOFError, OSError) as error:
        raise FormatError(f"The archive cannot be read: {error}.", where=str(packed)) from None


def _xml(data: bytes, where: str) -> Mapping[str, list[str]]:
    """Texts of WMT XML by field; test suites and segments without a reference are left out."""
    root = parse_xml(data, where)
    translators = {part.get("translator") for part in root.iter("ref")}
    lines: dict[str, list[str]] = {"src": []}
    lines |= {f"ref:{name}" if name else "ref": [] for name in translators}
    lines |= {"docid": [], "origlang": []}
    for document in root.iter("doc"):
        if "testsuite" in document.attrib:
            continue
        sources = _segments(document.iterfind(".//src//seg"))
        references = {
            part.get("translator"): _segments(part.iter("seg")) for part in document.iter("ref")
        }
        outputs = {
            part.get("system", ""): _segments(part.iter("seg")) for part in document.iter("hyp")
        }
        for segment in sorted(sources):
            if not any(texts.get(segment) for texts in references.values()):
                continue
            lines["src"].append(sources[segment])
            for name in translators:
                text = references.get(name, {}).get(segment, "")
                lines[f"ref:{name}" if name else "ref"].append(text)
            for system, texts in outputs.items():
                lines.setdefault(system, []).append(texts[segment])
            lines["docid"].append(document.get("id", ""))
            lines["origlang"].append(document.get("origlang", ""))
            if document.get("domain") is not None:
                lines.setdefault("domain", []).append(document.get("domain", ""))
    return {field: [_clean(line) for line in texts] for field, texts in lines.items()}


def _segments(elements: Iterable["Element"]) -> dict[int, str]:
    return {int(element.get("id", "")): element.text or "" for element in elements}


def _sgml(source: bytes, reference: bytes) -> Mapping[str, list[str]]:
    """Texts of two SGML files by field; entities stay as they are, as sacreBLEU leaves them."""
    documents = {field: _of_documents(source, field) for field in ("docid", "genre", "origlang")}
    return {"src": _texts(source), "ref": _texts(reference), **documents}


def _texts(data: bytes) -> list[str]:
    return [
        _clean(re.sub(r"<seg.*?>(.*)</seg>.*?", r"\1", line))
        for line in _lines(data)
        if line.startswith("<seg ")
    ]


def _of_documents(data: bytes, attribute: str) -> list[str]:
    """An attribute of the document, once for each of its segments."""
    value, values = "", []
    for line in _lines(data):
        if line.startswith("<doc "):
            found = re.search(rf'{attribute}="(.*?)"', line)
            value = found[1] if found else value
        elif line.startswith("<seg "):
            values.append(value)
    return values


def _lines(data: bytes) -> list[str]:
    return re.split(r"\r\n|\r|\n", data.decode("utf-8"))


def _clean(text: str) -> str:
    return re.sub(r"\s+", " ", text.strip())
