"""An answer's words as they are spoken: without marks, with short forms, signs and numbers spelt out.

Markdown, links and emoji are drawn and not said.
"""

import re
from typing import Final

from engine.senses.speaking.language import Spoken, spoken_in
from engine.senses.speaking.numbers import in_words

FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
PICTURE: Final = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
ADDRESS: Final = re.compile(r"https?://(?:www\.)?([\w-]+(?:\.[\w-]+)+)\S*?(?=[.,;:!?)]*(?:\s|$))")
LINE_START: Final = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•][ \t]+(?:\[[ xX]\][ \t]*)?)", re.MULTILINE
)
NUMBERED: Final = re.compile(r"^[ \t]*(\d{1,3})[.)][ \t]+", re.MULTILINE)
RULE: Final = re.compile(r"^[ \t]*(?:[-*_][ \t]*){3,}$|^[ \t]*\|?[ \t:|-]*-{3,}[ \t:|-]*$", re.MULTILINE)
EMPHASIS: Final = re.compile(r"(\*{1,3}|_{1,3}|~~|`+)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
ROW: Final = re.compile(r"[ \t]*\|[ \t]*")
TAG: Final = re.compile(r"</?[a-zA-Z][^>\n]{0,80}>")
EMOJI: Final = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u2300-\u23ff\ufe00-\ufe0f\u200d\u20e3\U000e0020-\U000e007f]+"
    r"|(?<!\w)[:;8=][-^']?[)(DPp|/\\](?!\w)|(?<!\w)</?3(?!\w)"
)
LINE_END: Final = re.compile(r"([^\s.!?:;,…])[ \t]*\n+")


def without_marks(text: str, spoken: Spoken) -> str:
    """`text` as somebody reading aloud would see it: no marks, a link by its words, code by a remark."""
    text = FENCED.sub(f" {spoken.words.get('code', '')} ", text)
    text = LINK.sub(r"\1", PICTURE.sub(r"\1", text))
    text = ADDRESS.sub(lambda found: _host(found[1], spoken), text)
    text = RULE.sub("", text)
    text = NUMBERED.sub(r"\1, ", LINE_START.sub("", text))
    for _ in range(3):
        text = EMPHASIS.sub(r"\2", text)
    text = TAG.sub(" ", ROW.sub(", ", text) if "|" in text else text)
    text = EMOJI.sub(" ", text)
    text = LINE_END.sub(r"\1. ", text)
    return _tidied(text)


def _host(host: str, spoken: Spoken) -> str:
    return f" {spoken.words.get('dot', '.')} ".join(host.split(".")[-2:])


def _tidied(text: str) -> str:
    """Single spaces; no comma at an end or in a row."""
    text = " ".join(text.split())
    text = re.sub(r"\s+([,.;:!?])", r"\1", text)
    text = re.sub(r"(?:,\s*){2,}", ", ", text)
    return text.strip(" ,;|*_`")


def as_spoken(text: str, language: str = "en") -> str:
    """What a voice of `language` is given for `text`; empty where nothing of it can be said."""
    spoken = spoken_in(language)
    said = without_marks(text, spoken)
    said = _rewritten(_short_forms(said, spoken), spoken)
    said = in_words(said, spoken)
    said = " ".join(_signs(said, spoken).split())
    return said if any(map(str.isalnum, said)) else ""


def _short_forms(text: str, spoken: Spoken) -> str:
    for short, words in spoken.short.items():
        text = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", words, text)
    return text


def _rewritten(text: str, spoken: Spoken) -> str:
    for pattern, words in spoken.rewrites.items():
        text = re.sub(pattern, words, text)
    return text


def _signs(text: str, spoken: Spoken) -> str:
    """Signs between words; a sign that nobody would say is passed over."""
    words = spoken.words
    for pattern, name in (
        (r"\s*&\s*", "and"),
        (r"\s*(?:→|->|=>)\s*", "to"),
        (r"\s+=\s+", "equals"),
        (r"\s+\+\s+", "plus"),
        (r"(?<=\w)@(?=\w)", "at"),
        (r"(?:~|≈)\s*(?=\w)", "about"),
        (r"#(?=\w)", "number"),
    ):
        text = re.sub(pattern, f" {words.get(name, '')} ", text)
    text = re.sub(r"(?<=[^\W\d])/(?=[^\W\d])|(?<=\s)/(?=\s)", " ", text)
    return re.sub(r"[_*#^|\\<>{}\[\]~`]+", " ", text)
