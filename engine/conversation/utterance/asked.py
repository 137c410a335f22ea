"""What an utterance asks in other words: "Do you remember what my sister is called?" asks what she is called.

People wrap up what they ask of a memory. A small model that is to judge such a question answers the wrapping: it says
that it does not remember.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine import search
from engine.conversation.utterance.addressing import addressed

ENGLISH = "en"
ASKS = "?"
WORD_ENDS = " \t\n.!?？。…"
_LONGEST = 300
"""Characters beyond which a sentence was pasted, or tells more than it asks."""

_MARKS = frozenset(".!?。！？…:;,)\"'”’")
_SAYING = 2
"""Words up to which something is a saying: "who knows", "is it"."""

_NEAR_AUXILIARY = 5
"""Words after its question word within which the auxiliary of a short question stands: "which of my two sisters is"."""

_HOW = "how"
_NEAR = 8
"""Words of a clause within which its auxiliary is looked for: beyond, it belongs to another one."""


class Asking(BaseModel):
    """The words of such questions, from `resources/language/asking.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    leads: tuple[str, ...]
    fillers: tuple[str, ...]
    asking: tuple[str, ...]
    before: tuple[str, ...]
    asking_elsewhere: tuple[str, ...]
    named: tuple[str, ...]
    what: str
    subjects: frozenset[str]
    auxiliaries: frozenset[str]
    helpers: frozenset[str]
    determiners: frozenset[str]
    empty: frozenset[str]
    doers: frozenset[str]
    asked: tuple[str, ...]
    own: tuple[str, ...]
    kept: tuple[str, ...]
    suggesting: frozenset[str]
    pronouns: frozenset[str]
    shortened: frozenset[str]
    going_on: frozenset[str]
    lasting: frozenset[str]
    sought: frozenset[str]
    measured: frozenset[str]

    def is_english(self, word: str) -> bool:
        """Whether the question `word`, with what stands before it, is an English one."""
        first, *rest = word.casefold().partition("'")[0].split()
        return first in self.asking if not rest else first in self.before and rest[0] in self.asking

    def lead(self, words: Sequence[str]) -> int:
        """How many of `words` an English question word takes, with what stands before it; 0 for none."""
        return next((count for count in (1, 2) if words and self.is_english(" ".join(words[:count]))), 0)

    def pattern(self) -> re.Pattern[str]:
        """A lead, and what is asked after it: a clause with its `word`, or something that is `named`."""
        between = rf"(?:[\s,:]+(?:{_either(self.fillers)}))*[\s,:]+"
        english = rf"(?:(?:{_either(self.before)})\s+)?(?:{_either(self.asking)})(?:'s)?"
        clause = rf"(?P<word>{english}|{_either(self.asking_elsewhere)})(?!\w).*"
        named = rf"(?P<named>(?:the (?:\w+ ){{1,3}}of )?(?:{_either(self.named)})\s.*)"
        whole = rf"(?:.*?[,;:]\s+)?(?:{_either(self.leads)}){between}(?P<asked>{clause}|{named})"
        return re.compile(whole, re.IGNORECASE | re.DOTALL)


@cache
def load_asking() -> Asking:
    """As shipped; read once."""
    source = resources.files("resources") / "language" / "asking.toml"
    return Asking.model_validate(tomllib.loads(source.read_text("utf-8")))


def plain_question(text: str) -> str:
    """`text` with each question that is wrapped up in another one by itself; what holds none stays as it is.

    An English one that was left without its mark ("whats my sisters name") gets it.
    """
    plain = text.replace("’", "'")
    parts = search.sentences(plain)
    found = [_unwrapped(_marked(part)) for part in parts]
    return text if found == parts else " ".join(found)


def same_words(question: str, text: str) -> bool:
    """Whether two texts differ by the marks at their ends at most."""
    return question.rstrip(WORD_ENDS) == text.replace("’", "'").rstrip(WORD_ENDS)


def asked_of_them(text: str, *, by_name: bool = False) -> str:
    """What a question that is wrapped up in another one asks, as it is said to the one who asks: of "Do you know my
    shoe size?" "your shoe size", of "Do you remember where I parked?" "where you parked". In English; "" for any other
    utterance. With `by_name` only what is named, as in the first, and "" for what begins with a question word.
    """
    parts, known = search.sentences(text.replace("’", "'")), load_asking()
    match = _match(parts[0]) if len(parts) == 1 and _is_asked(parts[0]) else None
    word = None if match is None else match["word"]
    if match is None or (word is not None and (by_name or not known.is_english(word))):
        return ""
    asked = _trimmed(match["asked"])
    if "," in asked or search.holds_phrase(asked, known.asked):
        return ""
    theirs = addressed(asked, ENGLISH)
    return "" if theirs == asked else f"{theirs[:1].casefold()}{theirs[1:]}"


def question_so_far(text: str, whether: Sequence[str] = ()) -> str:
    """The question that `text`, of which more is to come, is so far; "" where it is none yet.

    It begins with a question word, or with one of `whether`, and has a word to look for. What follows on another
    sentence is not looked at.
    """
    known = load_asking()
    if len(search.sentences(text)) != 1:
        return ""
    if not known.lead(text.split()) and not search.begins_with_phrase(
        text, (*known.asking_elsewhere, *whether)
    ):
        return ""
    question = f"{text.rstrip(WORD_ENDS)}{ASKS}"
    return question if search.stems(plain_question(question)) else ""


def asks_in_passing(text: str) -> bool:
    """Whether `text` is a question that is wrapped up in another one, and not about what the one who is asked knows.

    It is no request to tell what is known of something: "Do you remember where I parked?" wants the one answer.
    """
    parts = search.sentences(text)
    passing = [one for one in parts if (plain := plain_question(one)) != one and not _asks_knowing(plain)]
    return bool(passing) and len(passing) == len(parts)


def asks_of_themselves(text: str) -> bool:
    """Whether `text` is one English question for something of the person's own: "What was my thesis about?".

    It wants the one answer. What is asked of the companion, or of what it keeps ("What do you know of my job?"), is
    something else, and so is what only looks like a question ("How about forgetting what I said?").
    """
    parts, known = search.sentences(text.replace("’", "'")), load_asking()
    words = parts[0].rstrip(WORD_ENDS).split() if len(parts) == 1 and _is_asked(parts[0]) else []
    lead = known.lead(words)
    if not 0 < lead < len(words) or words[lead].casefold() in known.suggesting:
        return False
    own = search.holds_phrase(text, known.own) and bool(search.stems(text))
    return own and not search.holds_phrase(text, (*known.asked, *known.kept))


def asked_back(text: str) -> str:
    """An English question for something lasting of the person's own as it can be put to them: "Where do I work?" is
    "Where do you work?". "" for what they may not know either ("Where did I park?"), and for any other utterance.
    """
    if not asks_of_themselves(text):
        return ""
    known, plain = load_asking(), text.replace("’", "'").strip()
    words = [word.casefold().rstrip(WORD_ENDS) for word in plain.split()]
    verbs = known.auxiliaries | known.helpers
    verb = next((one for one in words[: known.lead(words) + _NEAR_AUXILIARY] if one in verbs), "")
    lasts = verb in known.lasting or words[0].endswith("'s")
    vague = words[0] == _HOW and words[1] not in known.measured
    return addressed(plain, ENGLISH) if lasts and not vague and not known.sought.intersection(words) else ""


def marked(text: str) -> str:
    """`text` with a question mark after each English question that was left without any mark."""
    parts = search.sentences(text)
    found = [_marked(part) for part in parts]
    return text if found == parts else " ".join(found)


def _marked(sentence: str) -> str:
    words = sentence.casefold().split()
    if not words or sentence.rstrip()[-1] in _MARKS or not _begins_as_question(words):
        return sentence
    return f"{sentence.rstrip()}{ASKS}"


def _begins_as_question(words: Sequence[str]) -> bool:
    """Whether `words`, in lower case, are plainly an English question.

    "What a day" and "which is nice" are none, and who leaves out "I" ("had my hair cut") asks nothing.
    """
    known = load_asking()
    verbs = known.auxiliaries | known.helpers
    if words[0] in known.shortened or (words[0] in known.doers and len(words) > _SAYING):
        return True
    if words[0] in verbs:
        return len(words) > _SAYING and words[1] in known.pronouns
    lead = known.lead(words)
    if lead and "'" in words[lead - 1]:
        return True
    near = words[lead : lead + _NEAR_AUXILIARY] if lead else []
    first = next((at for at, word in enumerate(near) if word in verbs or word in known.subjects), None)
    return first is not None and near[first] in verbs and not (first == 0 and words[0] in known.going_on)


def _asks_knowing(question: str) -> bool:
    return search.holds_phrase(question, load_asking().asked)


def _match(sentence: str) -> re.Match[str] | None:
    bare = sentence.rstrip(WORD_ENDS)
    return _pattern().fullmatch(bare) if len(bare) <= _LONGEST else None


def _is_asked(sentence: str) -> bool:
    return bool({"?", "？"}.intersection(sentence[len(sentence.rstrip(WORD_ENDS)) :]))


def _unwrapped(sentence: str) -> str:
    match, known = _match(sentence), load_asking()
    # "Remind me of my appointment." wants to be reminded of it, not to be told it.
    if match is None or (match["named"] and not _is_asked(sentence)):
        return sentence
    asked, word = _trimmed(match["asked"]), match["word"]
    if word is None:
        return capital(f"{known.what} {asked}?")
    about = asked[len(word) :].split()
    if about and about[0].casefold().partition("'")[0] in known.asked:
        # "Tell me what you think" asks for no memory.
        return sentence
    return capital(f"{_as_question(asked, len(word.split()))}?")


def _trimmed(asked: str) -> str:
    fillers = _either(load_asking().fillers)
    return re.sub(rf"[\s,]+(?:{fillers})$", "", asked.rstrip(f"{WORD_ENDS},"), flags=re.IGNORECASE)


def capital(text: str) -> str:
    """`text` as a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"


@cache
def _pattern() -> re.Pattern[str]:
    return load_asking().pattern()


def _as_question(clause: str, asking: int) -> str:
    """An English clause in the order of a question; `asking` are the words that it begins with."""
    words, known = clause.split(), load_asking()
    for at in range(asking, min(len(words), _NEAR)):
        if words[at].casefold() not in known.subjects and not words[at][0].isupper():
            continue
        for place in range(at + 1, min(len(words), at + _NEAR)):
            if words[place].casefold() in known.subjects:
                break
            if words[place].casefold() in known.auxiliaries:
                moved = words.pop(place)
                return " ".join([*words[:at], moved, *words[at:]])
        break
    return clause


def _either(phrases: Iterable[str]) -> str:
    return "|".join(sorted((re.escape(one).replace(r"\ ", r"\s+") for one in phrases), key=len, reverse=True))
