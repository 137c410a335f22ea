"""Looks whether what the program was taught says what the evenings that measure it say.

    python tasks.py bench contamination FOLDER_OR_FILE…

Reads evenings (TOML, as for `evenings.py`) and holds every message of them against every text that a decision is fitted
or tested by, and every message that an adapter was taught: the same words, one within the other, or nearly the same.
Prints each pair and returns 1 where there is one. Short ones ("good morning") are everybody's, and passed over.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from engine.decisions import load_question
from engine.decisions.shipped import SHIPPED
from installers.teaching.lessons import REWRITING, TALKING

DECISIONS = REWRITING.parent.parent / "resources" / "decisions"
ENOUGH_WORDS = 5
"""Words from which a text is somebody's own: "when is her birthday?" is everybody's."""
ALIKE = 0.85
"""Share of the words of both, in the same order, from which two texts are taken for one."""
_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"[;\n]|\([^)]*\)|(?:notes|question|old|new|before|message):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """A text with where it stands, and its words in small letters."""

    where: str
    text: str
    words: tuple[str, ...]


def main() -> int:
    """Print what stands in both; 1 where anything does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evenings", type=Path, nargs="+")
    files = [file for given in parser.parse_args().evenings for file in _files(given)]
    said = [one for file in files for one in _texts(file.name, _said(file))]
    taught = [*_decided(), *_lessons()]
    found = [(one, other) for one in said for other in taught if is_same(one.words, other.words)]
    for one, other in found:
        print(f"{one.where}: {one.text!r}\n    {other.where}: {other.text!r}")
    print(f"{len(found)} pairs among {len(said)} messages and {len(taught)} texts")
    return int(bool(found))


def is_same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two texts, as words, are nearly the same, or one stands within the other."""
    if min(len(one), len(other)) < ENOUGH_WORDS:
        return False
    shorter, longer = (f" {' '.join(words)} " for words in sorted((one, other), key=len))
    if shorter in longer:
        return True
    return SequenceMatcher(None, list(one), list(other), autojunk=False).ratio() >= ALIKE


def _files(given: Path) -> list[Path]:
    return sorted(given.glob("*.toml")) if given.is_dir() else [given]


def _said(file: Path) -> Iterator[str]:
    for sitting in tomllib.loads(file.read_text("utf-8"))["sitting"]:
        yield from (turn["say"] for turn in sitting["turn"])


def _decided() -> Iterator[Text]:
    for file in sorted(DECISIONS.glob("*.toml")):
        if file.name == SHIPPED:
            continue
        question = load_question(file.stem)
        # What notes are told apart by, and what stands before a question, are texts of their own.
        told = [text for text, _ in (*question.fitted_to, *question.tested_on)]
        texts = list(dict.fromkeys(part for text in told for part in _PARTS.split(text)))
        yield from _texts(f"decision {file.stem}", texts)


def _lessons() -> Iterator[Text]:
    for file in sorted(REWRITING.glob("*.toml")):
        for task, pairs in tomllib.loads(file.read_text("utf-8")).items():
            messages = [part for text, _ in pairs for part in _PARTS.split(text)]
            yield from _texts(f"rewriting {file.stem}, {task}", messages)
    for file in sorted(TALKING.glob("*.toml")):
        talks = tomllib.loads(file.read_text("utf-8"))["dialogue"]
        yield from _texts(f"talking {file.stem}", [turn[0] for one in talks for turn in one["turns"]])


def _texts(where: str, texts: Sequence[str] | Iterator[str]) -> Iterator[Text]:
    for text in texts:
        words = tuple(_WORD.findall(text.casefold()))
        if len(words) >= ENOUGH_WORDS:
            yield Text(where, text, words)


if __name__ == "__main__":
    sys.exit(main())
