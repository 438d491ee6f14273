"""Small audio, video and image files for tests."""

import struct
import zlib


def wav(seconds=1.0, rate=8000):
    """Silence."""
    samples = b"\x80" * int(seconds * rate)
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, rate, 1, 8)
    data = struct.pack("<4sI", b"data", len(samples)) + samples
    return struct.pack("<4sI4s", b"RIFF", 4 + len(form) + len(data), b"WAVE") + form + data


def png(width=160, height=40):
    """A grey picture."""

    def chunk(kind, content):
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xb0" * width) * height)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


# The beginnings of other formats.
HEADS = {
    "mp3": b"ID3\x04\0\0\0\0\0\0",
    "ogg": b"OggS\0\x02",
    "oga": b"OggS\0\x02",
    "opus": b"OggS\0\x02",
    "flac": b"fLaC\0\0\0\x22",
    "m4a": b"\0\0\0\x20ftypM4A ",
    "mp4": b"\0\0\0\x20ftypisom",
    "webm": b"\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm",
    "jpg": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "jpeg": b"\xff\xd8\xff\xdb",
    "webp": b"RIFF\x10\0\0\0WEBPVP8 ",
    "gif": b"GIF89a\x01\0\x01\0",
    "wav": wav(0.01),
    "png": png(1, 1),
}
