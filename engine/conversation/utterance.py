"""An utterance as text: what of it are the person's own words, its pieces that can be quoted, and how it is said back.

Pasted and quoted text is data: it is answered about, and nothing in it is a request or a claim of the person
(`one-mind.md`, "Where the model writes"). In doubt it is taken for data: who wants something kept can say it plainly.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from engine import search
from engine.tongues import unshouted

MOST_CLAUSES, LONGEST_CLAUSE = 8, 200
MARKS = ("?", "？", "¿", "؟")
"""Of questions, in any script."""
OWN_LINE = 400
"""A line longer than this many characters was not typed into a conversation."""

OWN_WORDS = 1200
"""More characters than this in all were pasted: only what stands before the first break is taken for their own."""

_PARTS = re.compile(r"[,;:–—]\s+")
_INTRODUCING = (":", "：", "?", "？")
"""How a line ends that hands over what follows, or asks about it."""

_FENCE = re.compile(r"(```|~~~).*?(\1|\Z)", re.DOTALL)
_RULE = re.compile(r"^\s*([-=*_#]\s*){3,}\s*$")
_QUOTED = re.compile(
    r"“[^”]*(”|\Z)|„[^“”]*([“”]|\Z)|«[^»]*(»|\Z)|「[^」]*(」|\Z)|『[^』]*(』|\Z)|(?<!\w)\"[^\"]*(\"|\Z)|(?<!\w)''[^']*(''|\Z)"
    # Between single quotes more than a word: "'cause" and "the dogs' beds" are none.
    r"|(?<![\w'])'(?!(?:cause|til|tis|twas|em|bout)\b)(?=\S)(?:[^'\n]|(?<=\w)'(?=\w))*\s(?:[^'\n]|(?<=\w)'(?=\w))*(?<=\S)'(?![\w'])"
)
_LINE = re.compile(
    r"""\s*(
        [>|\#{}\[\]<]           # quoted, a table, a heading, code, markup
        | [-*+•·]\s | \d+[.)]\s # a list
        | [\w .'*_]{1,24}:\s*(\*\*)?(\s|$)(?=.*)  # a speaker's or a header's name
    )""",
    re.VERBOSE,
)
_CONTROL = re.compile(r"<\s*[|/]?\s*[\w｜▁|]+\s*[|/]?\s*>|\[/?INST\]|<<\s*/?\s*SYS\s*>>", re.IGNORECASE)
_MARK = "\n"
_APART = 40
"""Characters between a request, what it is done with, and the colon."""

_LABEL = re.compile(r"\s*([^\W\d_][\w .'’-]{0,24}):\s+(?=\S)")
"""Who said what follows, in a talk that was brought along ("Ana: I'm in Oslo.")."""

_WORD = re.compile(r"[\w']+")
_SENTENCE = re.compile(r"(?:\A|(?<=[.!?])\s+|\n)[\"“(\s]*\Z")


def clauses(utterance: str) -> list[str]:
    """The utterance in pieces that can be quoted; only these may stand as a quote, so recalled text cannot."""
    return [part[:LONGEST_CLAUSE] for part in search.clauses(utterance)[:MOST_CLAUSES]]


def speaker_label(text: str) -> str:
    """Who said `text`, by the name that stands before it; "" where none does."""
    label = _LABEL.match(text)
    return "" if label is None else label[1]


def attributed_sentences(text: str) -> list[str]:
    """The sentences of `text`, each with the name of who said it where one stands before it all."""
    label = _LABEL.match(text)
    if label is None:
        return search.sentences(text)
    return [f"{label[1]}: {one}" for one in search.sentences(text[label.end() :])]


def has_mark(text: str) -> bool:
    """Whether a question mark of any script stands in it."""
    return any(mark in text for mark in MARKS)


def is_bare_question(text: str) -> bool:
    """True where every sentence asks: it tells nothing."""
    parts = search.sentences(text)
    return bool(parts) and all(part.endswith(MARKS) for part in parts)


def between_commas(sentence: str) -> list[str]:
    """Its parts between commas, colons and dashes; itself where it has none."""
    return [part for part in (one.strip() for one in _PARTS.split(sentence)) if part]


def parts_that_do_not_ask(sentence: str) -> list[str]:
    """Those between its commas without a question mark: "Luc's a joiner" of "Luc's a joiner, did I say?"."""
    return [part for part in between_commas(sentence) if not has_mark(part)]


def own_words(utterance: str) -> str:
    """The person's own words, each in its place, and in small letters where all are capitals; what was handed over
    leaves a break of line behind.
    """
    if _CONTROL.search(utterance):
        # Nobody types the marks of a chat format: all of it came from somewhere else.
        return ""
    text = _QUOTED.sub(_MARK, _FENCE.sub(_MARK, unshouted(utterance)))
    handed = _handing_over().search(text)
    if handed is not None:
        text = text[: handed.end()]
    head, *rest = _blocks(text)
    if rest and (len(utterance) > OWN_WORDS or head.rstrip().endswith(_INTRODUCING)):
        return _own_lines(head)
    return _MARK.join(filter(None, map(_own_lines, [head, *rest])))


def _blocks(text: str) -> list[str]:
    """Parted by blank lines and by rules."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip() and not _RULE.match(line):
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return ["\n".join(block) for block in blocks if block] or [""]


def _own_lines(block: str) -> str:
    lines = block.splitlines()
    kept = [line for line in lines if len(line) <= OWN_LINE and not (len(lines) > 1 and _LINE.match(line))]
    if len(lines) == 1 and kept and _LINE.match(lines[0]) and lines[0].lstrip()[:1] in ">|#{}[]<":
        return ""
    if kept and len(kept) < len(lines) and kept[0].rstrip().endswith(_INTRODUCING):
        # What follows a line that introduces something is what it introduces.
        kept = kept[:1]
    return _MARK.join(line.strip() for line in kept)


@cache
def _handing_over() -> re.Pattern[str]:
    """A request to do something with a text (`handing_over.toml`), up to where that text begins."""
    known = _table("handing_over")
    near = rf"[^.!?:：？\n]{{0,{_APART}}}?"
    spaced = rf"\b(?:{_either(known['verbs'])})\b{near}\b(?:{_either(known['objects'])})\b"
    return re.compile(
        rf"(?:{spaced}|(?:{_either(known['phrases'])})){near}(?:[:：]|[?？]\s*\n)", re.IGNORECASE
    )


def addressed(text: str) -> str:
    """`text` as it is said to who said it: "I'm allergic" as "You're allergic"; another language stays as it is."""
    plain, table = text.replace("’", "'"), _table("second_person")
    words = set(_WORD.findall(plain.casefold()))
    if words.isdisjoint(table["signs"]) or not words.isdisjoint(table["unlike"]):
        return text

    def turned(found: re.Match[str]) -> str:
        word: str = table["phrases"][" ".join(found[0].casefold().split())]
        return word.capitalize() if _SENTENCE.search(plain[: found.start()]) else word

    phrases = _either(table["phrases"]).replace(r"\ ", r"\s+")
    return re.sub(rf"(?<![\w'])(?:{phrases})(?![\w'])", turned, plain, flags=re.IGNORECASE)


@cache
def _table(name: str) -> dict[str, Any]:
    source = resources.files("resources") / "language" / f"{name}.toml"
    return tomllib.loads(source.read_text("utf-8"))


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
