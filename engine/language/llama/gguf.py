"""The head of a GGUF file: as much of its metadata as is needed to judge a model before it is loaded."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine.language.errors import BadModelError

MAGIC = b"GGUF"
_VERSIONS = range(2, 4)
_LARGEST_TEXT = 16 * 1024 * 1024
_MOST_ENTRIES = 100_000

_NUMBERS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}
_TEXT, _LIST = 8, 9


@dataclass(frozen=True, slots=True)
class GgufShape:
    """A model's measures. `cache_width` is numbers a token and layer in the key (and in the value) cache; `heads` are
    those that ask.
    """

    architecture: str
    layers: int
    context_tokens: int
    cache_width: int
    heads: int


def read_shape(path: Path) -> GgufShape:
    """The measures of the model at `path`. Raises BadModelError where that is no GGUF language model."""
    try:
        with path.open("rb") as file:
            return _shape(dict(_entries(file)))
    except (OSError, struct.error, KeyError, TypeError, UnicodeDecodeError, ZeroDivisionError) as error:
        raise BadModelError(f"{path.name} is not a usable language model file.") from error


def _shape(values: dict[str, Any]) -> GgufShape:
    architecture = values["general.architecture"]

    def of(name: str) -> Any:
        return values[f"{architecture}.{name}"]

    heads = of("attention.head_count")
    heads_kept = values.get(f"{architecture}.attention.head_count_kv", heads)
    width = values.get(f"{architecture}.attention.key_length", of("embedding_length") // _largest(heads))
    return GgufShape(
        architecture, of("block_count"), of("context_length"), _largest(heads_kept) * width, _largest(heads)
    )


def _largest(number: int | list[int]) -> int:
    return max(number) if isinstance(number, list) else number


def _entries(file: BinaryIO) -> Iterator[tuple[str, Any]]:
    """Metadata up to the vocabulary, which is long and comes last."""
    magic, version = file.read(4), _number(file, 4)
    if magic != MAGIC or version not in _VERSIONS:
        raise struct.error("no GGUF")
    _number(file, 10)
    count = _number(file, 10)
    if count > _MOST_ENTRIES:
        raise struct.error("too many entries")
    for _ in range(count):
        key = _text(file)
        if key.startswith("tokenizer."):
            return
        yield key, _value(file, _number(file, 4))


def _value(file: BinaryIO, kind: int) -> Any:
    if kind == _TEXT:
        return _text(file)
    if kind == _LIST:
        element, count = _number(file, 4), _number(file, 10)
        if count > _MOST_ENTRIES:
            raise struct.error("a list too long")
        return [_value(file, element) for _ in range(count)]
    return _number(file, kind)


def _number(file: BinaryIO, kind: int) -> Any:
    shape = struct.Struct(_NUMBERS[kind])
    return shape.unpack(file.read(shape.size))[0]


def _text(file: BinaryIO) -> str:
    length = _number(file, 10)
    if length > _LARGEST_TEXT:
        raise struct.error("a text too long")
    data = file.read(length)
    if len(data) != length:
        raise struct.error("cut short")
    return data.decode("utf-8")
