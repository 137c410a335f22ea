"""What of an utterance are the person's own words, and what they only hand over.

Pasted and quoted text is data: it is answered about, and nothing in it is a request or a claim of the person
(`one-mind.md`, "Where the model writes"). In doubt it is taken for data: who wants something kept can say it plainly.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

OWN_LINE = 400
"""A line longer than this many characters was not typed into a conversation."""

OWN_WORDS = 1200
"""More characters than this in all were pasted: only what stands before the first break is taken for their own."""

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


class _HandingOver(BaseModel):
    """From `resources/language/handing_over.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verbs: tuple[str, ...]
    objects: tuple[str, ...]
    phrases: tuple[str, ...]


@cache
def _handing_over() -> re.Pattern[str]:
    """A request to do something with a text, up to where that text begins."""
    source = resources.files("resources") / "language" / "handing_over.toml"
    known = _HandingOver.model_validate(tomllib.loads(source.read_text("utf-8")))
    near = rf"[^.!?:：？\n]{{0,{_APART}}}?"
    spaced = rf"\b(?:{_either(known.verbs)})\b{near}\b(?:{_either(known.objects)})\b"
    return re.compile(rf"(?:{spaced}|(?:{_either(known.phrases)})){near}(?:[:：]|[?？]\s*\n)", re.IGNORECASE)


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def own_words(utterance: str) -> str:
    """The person's own words, each in its place; what was handed over leaves a break of line behind."""
    if _CONTROL.search(utterance):
        # Nobody types the marks of a chat format: all of it came from somewhere else.
        return ""
    text = _QUOTED.sub(_MARK, _FENCE.sub(_MARK, utterance))
    handed = _handing_over().search(text)
    if handed is not None:
        text = text[: handed.end()]
    head, *rest = _blocks(text)
    if rest and (len(utterance) > OWN_WORDS or _introduces(head)):
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


def _introduces(head: str) -> bool:
    """Whether what follows is handed over: the first block ends in a colon or asks about it."""
    return head.rstrip().endswith((":", "：", "?", "？"))


def _own_lines(block: str) -> str:
    lines = block.splitlines()
    kept = [line for line in lines if len(line) <= OWN_LINE and not (len(lines) > 1 and _LINE.match(line))]
    if len(lines) == 1 and kept and _LINE.match(lines[0]) and lines[0].lstrip()[:1] in ">|#{}[]<":
        return ""
    if kept and len(kept) < len(lines) and kept[0].rstrip().endswith((":", "：", "?", "？")):
        # What follows a line that introduces something is what it introduces.
        kept = kept[:1]
    return _MARK.join(line.strip() for line in kept)
