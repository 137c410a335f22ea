"""How the answer to a question most likely begins: "What is my cat called?" is answered with "Your cat …".

Said before the model has read anything, it is there while the rest is still waited for.
"""

from collections.abc import Sequence

from engine import search
from engine.conversation.utterance.addressing import addressed
from engine.conversation.utterance.asked import ENGLISH, WORD_ENDS, capital, load_asking

_NEAR = 8
"""Words within which a question's verb stands; beyond, it belongs to another clause."""

_FEW = 4
"""Words after "my" within which its owner may be named: "my best friend's name"."""


def begun_answer(question: str, found: str = "") -> str:
    """The first words of an answer to an English `question` of somebody about themselves: "You", "Your cat".

    Where it asks who did something, the answer begins with what was `found` to be asked for. "" where neither can be
    told, as of every other language.
    """
    asked = search.sentences(question.replace("’", "'"))[-1:]
    words = asked[0].rstrip(WORD_ENDS).split() if asked and asked[0].rstrip().endswith("?") else []
    known, lead = load_asking(), load_asking().lead(words)
    if not 0 < lead < len(words):
        return ""
    if "'" in words[lead - 1]:
        return _subject(words[lead:])
    verb = next((at for at in range(lead, min(len(words), _NEAR)) if _is_auxiliary(words[at])), None)
    if verb != lead and words[0].casefold() in known.doers:
        return capital(addressed(found, ENGLISH))
    if verb is not None:
        return _subject(words[verb + 1 :])
    return _subject(words[lead:]) if words[lead].casefold() in known.subjects else ""


def begun_telling(question: str) -> str:
    """The first words of the answer to an English `question` for a yes or a no that tells what is known: "You".

    "Do I drink coffee?" is answered by "You don't drink coffee.": left alone, a small model says "Yes, I drink coffee".
    """
    words = question.rstrip(WORD_ENDS).split()
    return _subject(words[1:]) if len(words) > 1 and _is_auxiliary(words[0]) else ""


def _subject(words: Sequence[str]) -> str:
    """The beginning of the subject that `words` begin with, as it is said to the one who asks."""
    known, first = load_asking(), words[0] if words else ""
    plain = first.casefold()
    if plain in known.determiners:
        owner = next((at for at, word in enumerate(words[1:_FEW], 1) if _owns(word)), 1)
        return capital(addressed(" ".join(words[: owner + 1]), ENGLISH)) if len(words) > 1 else ""
    if plain.partition("'")[0] in known.subjects:
        return "" if plain in known.empty else capital(addressed(first, ENGLISH))
    name = []
    for word in words:
        if not word[0].isupper():
            break
        name.append(word)
        if _owns(word):
            break
    return " ".join(name)


def _is_auxiliary(word: str) -> bool:
    known = load_asking()
    return word.casefold() in known.auxiliaries or word.casefold() in known.helpers


def _owns(word: str) -> bool:
    return word.endswith(("'s", "s'"))
