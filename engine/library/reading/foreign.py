"""Files that are no documents, told by how they begin: whoever adds one is told what it is."""

import re

# As people call them; the first that fits counts. What stands after the beginning tells containers apart.
_BEGINNINGS: tuple[tuple[str, re.Pattern[bytes]], ...] = tuple(
    (kind, re.compile(beginning, re.DOTALL))
    for kind, beginning in (
        (
            "a picture",
            rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|\0\0\x01\0|RIFF....WEBP|BM.{4}\0{4}",
        ),
        ("a picture", rb"\0...ftyp(?:heic|heix|hevc|mif1|msf1|avif|avis)"),
        ("a recording", rb"ID3[\x02-\x04]|OggS\0|fLaC\0|MThd\0|RIFF....WAVE|\xff[\xfb\xf3\xf2]|\0...ftypM4A"),
        ("a film", rb"\0...ftyp|RIFF....AVI |\x1aE\xdf\xa3|\0\0\x01\xba"),
        (
            "a packed archive",
            rb"\x1f\x8b|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|BZh[1-9]1AY|\xfd7zXZ\0|\x28\xb5\x2f\xfd",
        ),
        ("a program", rb"\x7fELF|MZ.{0,60}\0|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe"),
    )
)


def foreign_kind(data: bytes) -> str | None:
    """What a file is that holds nothing written, such as `a picture`; None where it may be a document."""
    return next((kind for kind, beginning in _BEGINNINGS if beginning.match(data)), None)
