"""JSONL of semantic frames: one object per text and segment.

Keys: `owner`, the system or reference, with `run` if a system has several; `segment`; and `frames`,
a list, or null if the segment was not annotated. A frame has a `predicate` and `fillers`, a list of
objects with `role` and `text`. If annotators compared an output with the reference, `match` of a
frame is the number of the corresponding frame of the reference, 0 for none, and `mark` of a filler
is "correct", "partial" or "incorrect". Without `owner`, frames belong to the text that the file is
given for; without `segment`, they are in the order of the segments.
"""

from typing import Any

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.frames import MARKS, Filler, Frame, Frames, Owner, SegmentFrames
from tertium.formats.json_lines import begins_with_key, objects_of

SUFFIXES = (".jsonl",)

_KEYS = {
    "object": ("owner", "run", "segment", "frames"),
    "frame": ("predicate", "fillers", "match"),
    "filler": ("role", "text", "mark"),
}


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has frames."""
    return begins_with_key(head, ["frames"])


def read(data: bytes, origin: str) -> SegmentFrames:
    """Read all frames of a file."""
    reader = _Reader()
    texts: dict[Owner, dict[str, Frames | None]] = {}
    numbered: bool | None = None
    for where, item in objects_of(data, origin):
        reader.where = where
        reader.check_keys(item, "object")
        owner = Owner(reader.word(item, "owner"), reader.number(item, "run") or 0)
        segments = texts.setdefault(owner, {})
        segment = reader.word(item, "segment")
        if numbered is not None and numbered == bool(segment):
            raise FormatError("Some segments have an id and some have none.", where=where)
        numbered = not segment
        segment = segment or str(len(segments) + 1)
        if segment in segments:
            raise FormatError(f"Segment {segment} of {owner.name} occurs twice.", where=where)
        segments[segment] = reader.frames(item)
    if not texts:
        raise FormatError("The file has no frames.", where=origin)
    if reader.unknown:
        unknown = ", ".join(sorted(reader.unknown))
        files.warn_unused(f"{origin}: Unused keys: {unknown}.")
    ids = tuple(dict.fromkeys(segment for segments in texts.values() for segment in segments))
    return SegmentFrames(
        {owner: tuple(map(segments.get, ids)) for owner, segments in texts.items()}, ids
    )


def write(frames: SegmentFrames, path: str) -> None:
    """Write one object per text and segment."""
    import json

    with files.writing(path) as file:
        for owner, segments in frames.values.items():
            for segment, found in zip(frames.segment_ids, segments, strict=True):
                item: dict[str, Any] = {"owner": owner.name} if owner.name else {}
                if owner.run:
                    item["run"] = owner.run
                item["segment"] = segment
                item["frames"] = None if found is None else [_frame_item(frame) for frame in found]
                file.write(json.dumps(item, ensure_ascii=False) + "\n")


def _frame_item(frame: Frame) -> dict[str, Any]:
    item: dict[str, Any] = {"predicate": frame.predicate}
    if frame.match is not None:
        item["match"] = frame.match
    item["fillers"] = [
        {"role": filler.role, "text": filler.text} | ({"mark": filler.mark} if filler.mark else {})
        for filler in frame.fillers
    ]
    return item


class _Reader:
    """Reads objects, and collects unknown keys."""

    def __init__(self) -> None:
        self.where = ""
        self.unknown: set[str] = set()

    def frames(self, item: dict[str, Any]) -> Frames | None:
        if "frames" not in item:
            raise FormatError("Expected an object with frames.", where=self.where)
        if item["frames"] is None:
            return None
        return tuple(self._frame(frame) for frame in self._objects(item, "frames", "frame"))

    def _frame(self, item: dict[str, Any]) -> Frame:
        return Frame(
            self._text(item, "predicate"),
            tuple(self._filler(filler) for filler in self._objects(item, "fillers", "filler")),
            self.number(item, "match"),
        )

    def _filler(self, item: dict[str, Any]) -> Filler:
        mark = item.get("mark") or ""
        if mark and mark not in MARKS:
            raise FormatError(
                f"Expected one of {', '.join(MARKS)} as mark, found {mark!r}.", where=self.where
            )
        return Filler(self._text(item, "role"), self._text(item, "text"), mark)

    def _objects(self, item: dict[str, Any], key: str, kind: str) -> list[dict[str, Any]]:
        found = item.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise FormatError(f"Expected a list of objects as {key}.", where=self.where)
        for one in found:
            self.check_keys(one, kind)
        return found

    def _text(self, item: dict[str, Any], key: str) -> str:
        if not isinstance(item.get(key), str):
            raise FormatError(f"Expected text as {key}.", where=self.where)
        return str(item[key])

    def word(self, item: dict[str, Any], key: str) -> str:
        value = item.get(key)
        if value is None:
            return ""
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise FormatError(f"Expected a string or number as {key}.", where=self.where)
        return str(value)

    def number(self, item: dict[str, Any], key: str) -> int | None:
        value = item.get(key)
        if value is not None and (type(value) is not int or value < 0):
            raise FormatError(f"Expected a whole number as {key}.", where=self.where)
        return value

    def check_keys(self, item: dict[str, Any], kind: str) -> None:
        self.unknown.update(item.keys() - set(_KEYS[kind]))
