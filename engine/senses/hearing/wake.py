"""The wake word, spotted in the transcript of a short turn: the companion's name, as Whisper may have spelt it."""

import re
from difflib import SequenceMatcher
from typing import Final

GREETINGS: Final = frozenset({"hey", "hi", "hello", "ok", "okay", "hallo", "salut", "hola", "oi", "ola"})
STRICT, LOOSE = 0.95, 0.55


def called(text: str, name: str, sensitivity: float) -> str | None:
    """What is said after the call, which may be nothing; None where `name` is not called at the beginning.

    `sensitivity` 0–1: at 0 only the name as it is written calls, at 1 what sounds remotely like it.
    """
    words = list(re.finditer(r"\w+", text))
    skipped = 1 if words and words[0][0].casefold() in GREETINGS else 0
    wanted = "".join(re.findall(r"\w+", name.casefold()))
    least = STRICT - (STRICT - LOOSE) * sensitivity
    for count in (1, 2):
        heard = words[skipped : skipped + count]
        spelt = "".join(word[0].casefold() for word in heard)
        if heard and SequenceMatcher(None, spelt, wanted).ratio() >= least:
            return text[heard[-1].end() :].lstrip(" ,.!?;:–—-")
    return None
