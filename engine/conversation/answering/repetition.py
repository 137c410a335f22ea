"""Keeps an answer from saying the person's own sentence again, or its own of before.

A small model parrots: "I lost my keys." — "You lost your keys." Nothing of an answer is shown while it only repeats; as
soon as it says something of its own, it is. One that goes on repeating is given up for a new try. After its first
sentence an answer ends where it would say a sentence of an earlier answer again ("How are you?" a fourth time), or the
person's words as they stand ("You're Daniel, right? I'm a nurse …": it takes their life for its own), or one that is
not wanted at all (`register.py`); an answer that begins with such a one is tried anew. So is one that loops ("a very
very very very …").
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from engine.conversation.utterance import has_mark
from engine.language import LanguageModel, Place, Role, Sampling, Segment
from engine.search import stems

OWN_SHARE = 0.34
"""Share of an answer's content words that must be its own."""
LEAST_WORDS = 2
"""Content words under which an answer ("You did!") repeats nothing."""
MOST_HELD = 9
"""Content words after which an answer that only repeats is given up."""
CLINGING_WORDS = 3
"""Words of a sentence from which saying it again is a habit: "Good night!" may come every evening, no question may."""
TAKEN_RUN = 4
"""Words in a row of what was said with which a sentence may be theirs; a whole sentence of theirs may be shorter."""
TAKEN_SHARE = 0.6
"""Share of a sentence's words from which such a run makes it theirs."""
HELD_SHARE = 0.4
"""The same of a sentence that is still being written, from which it is held back."""
LEAST_TAKEN = 2
AWAITED_WORDS = 10
"""Words up to which a later sentence is held back until it is told whether it is wanted: what a service says is short,
and a long one that is held back makes a silence of seconds within an answer.
"""
WARMER = 0.1
"""What a new try adds to the temperature."""
AVOIDED_LETTERS = 4
"""Letters from which a word of what was said is kept out of a new try."""
LOOPS, LOOPS_OF_ONE, LONGEST_LOOP = 3, 5, 6
"""How often words in a row come one behind the other in a loop, how often one word ("ha ha ha") does, and the words
that may come so.
"""
_SENTENCE = re.compile(r"[^.!?…。！？]+[.!?…。！？]*\s*")


@dataclass
class RepetitionGuard:
    """Holds back the beginning of one answer to `said` until it says something of its own.

    `before` are its latest answers: what begins like one of them says nothing new either, unless it `tells` them what
    they asked for, which may be what they asked for before. `is_over` once a sentence of
    theirs came again, one that `is_unwanted`, or one that loops; `text` ends before it. An answer that begins so
    `loops`. Where that is asked, what is shown is whole
    sentences; the last try may begin with any.
    """

    said: str
    before: tuple[str, ...] = ()
    drops: bool = False
    tells: bool = False
    is_unwanted: Callable[[str], bool] | None = None
    is_last_try: bool = False
    text: str = ""
    released: bool = False
    is_over: bool = False
    is_cut: bool = False
    loops: bool = False
    _shown: int = 0
    _known: frozenset[str] = field(init=False)
    _words_said: list[str] = field(init=False)
    _said_before: tuple[str, ...] = field(init=False)
    _sentences_before: frozenset[str] = field(init=False)
    _judged: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = frozenset(stems(self.said))
        self._words_said = _words(self.said)
        self._said_before = tuple(_plain(one) for one in self.before)
        sentences = (_plain(one) for answer in self.before for one in _SENTENCE.findall(answer))
        self._sentences_before = frozenset(one for one in sentences if _clings(one))

    def take(self, piece: str) -> str:
        """What may be shown now that `piece` came."""
        if self.is_over:
            return ""
        self.text += piece
        if (looped := loop_start(self.text)) is not None:
            self._end_loop(looped)
        if not self.released and not self.loops:
            # The word that is still being written counts once it ends.
            whole = self.text.rpartition(" ")[0] if self.text[-1:].isalnum() else self.text
            self.released = self._own_share(whole) >= OWN_SHARE and not self._was_said(self.text)
            self.released = self.released and self._begins_well()
            if self.released and self.drops:
                self._drop_repeated()
        return self._show(self._new_until()) if self.released else ""

    def _end_loop(self, start: int) -> None:
        """End before the sentence that loops from `start` on; where that is shown already, where it loops. One that
        begins the answer is to be tried anew.
        """
        sentence = max(one.start() for one in _SENTENCE.finditer(self.text) if one.start() <= start)
        is_apart = sentence > 0 and sentence >= self._shown
        if not is_apart and not self._shown and not self.is_last_try:
            self.loops = True
            return
        end = sentence if is_apart else max(start, self._shown)
        self.is_over, self.text = True, self.text[:end].rstrip()

    def _begins_well(self) -> bool:
        """Whether its beginning is whole, and wanted."""
        if self.is_unwanted is None or self.is_last_try:
            return True
        *_, last = self._beginning or ("",)
        return _is_whole(last) and self._says_something(last) and not self.is_refused

    @property
    def is_refused(self) -> bool:
        """Whether an answer that begins so is not given."""
        wholes = (one for one in self._beginning if _is_whole(one))
        return not self.is_last_try and any(map(self._is_unwanted, wholes))

    @property
    def _beginning(self) -> list[str]:
        """Its sentences up to the first that says something: who is only greeted was not answered."""
        sentences = _SENTENCE.findall(self.text)
        says = next((at for at, one in enumerate(sentences) if self._says_something(one)), len(sentences))
        return sentences[: says + 1]

    def _says_something(self, sentence: str) -> bool:
        return len(sentence.split()) > LEAST_WORDS and self._own_share(sentence) > 0

    def _is_unwanted(self, sentence: str) -> bool:
        plain = sentence.strip()
        if self.is_unwanted is None or not plain:
            return False
        if plain not in self._judged:
            self._judged[plain] = self.is_unwanted(plain)
        return self._judged[plain]

    def _drop_repeated(self) -> None:
        """Leave out whole sentences at the beginning in which no word is its own, as long as something follows.

        What is called out stays: a greeting is given back ("Good evening, Ada!").
        """
        first, *others = _SENTENCE.finditer(self.text)
        while others and self._states_again(first.group()):
            self.is_cut = True
            first, *others = others
        self.text = self.text[first.start() :]

    def _states_again(self, sentence: str) -> bool:
        said_aloud = sentence.rstrip().endswith(("!", "！"))
        return bool(stems(sentence)) and not said_aloud and not self._own_share(sentence)

    def rest(self) -> str:
        """All that is still held back, at the end of the answer."""
        self._new_until()
        return self._show(len(self.text))

    def _show(self, end: int) -> str:
        shown, self._shown = self.text[self._shown : end], max(end, self._shown)
        return shown

    def _new_until(self) -> int:
        """Where the first sentence begins that may be one of before; one that is whole ends the answer there."""
        for sentence in list(_SENTENCE.finditer(self.text))[1:]:
            said = _plain(sentence.group())
            is_held = sentence.start() >= self._shown
            if is_held and self._ends_before(sentence.group()):
                self.is_over, self.text = True, self.text[: sentence.start()].rstrip()
                return len(self.text)
            is_last = sentence.end() == len(self.text)
            is_awaited = self.is_unwanted is not None and _is_awaited(sentence.group())
            if is_last and (is_awaited or self._may_end(said)):
                return sentence.start()
        return len(self.text)

    def _ends_before(self, sentence: str) -> bool:
        said = _plain(sentence)
        if not said[-1:].isalnum() and (said in self._sentences_before or self._is_theirs(said)):
            return True
        return _is_whole(sentence) and self._is_unwanted(sentence)

    def _may_end(self, begun: str) -> bool:
        """Whether the sentence that is `begun` may still be one of before, or the person's own."""
        words = _words(begun)[: -1 if begun[-1:].isalnum() else None]  # the last word may be unfinished
        run = _longest_run(words, self._words_said)
        may_be_theirs = len(words) <= TAKEN_RUN or run >= HELD_SHARE * len(words)
        return may_be_theirs or any(one.startswith(begun) for one in self._sentences_before)

    def _is_theirs(self, sentence: str) -> bool:
        """Whether a sentence is the person's words as they stand, or nearly."""
        words = _words(sentence)
        run = _longest_run(words, self._words_said)
        return (run == len(words) >= LEAST_TAKEN) or (run >= TAKEN_RUN and run >= TAKEN_SHARE * len(words))

    @property
    def repeats(self) -> bool:
        """Whether the whole answer, as it stands, is little more than what was said."""
        if self.released:
            return False
        if self.loops or self.is_refused:
            return True
        if self._was_said(self.text) and len(self.text.split()) > LEAST_WORDS:
            return True
        return len(stems(self.text)) >= LEAST_WORDS and self._own_share(self.text) < OWN_SHARE

    @property
    def is_hopeless(self) -> bool:
        """Whether it need not be waited for any longer."""
        if self.loops or (not self.released and self.is_refused):
            return True
        return len(stems(self.text)) >= MOST_HELD and self.repeats

    def _was_said(self, text: str) -> bool:
        """Whether an earlier answer begins so, or this one with the whole of it."""
        plain = "" if self.tells else _plain(text)
        return bool(plain) and any(one.startswith(plain) for one in self._said_before)

    def _own_share(self, text: str) -> float:
        words = stems(text)
        return sum(word not in self._known for word in words) / len(words) if words else 0.0


def loop_start(text: str) -> int | None:
    """Where the words behind which `text` goes on saying the same again end; None where it does not."""
    words = list(re.finditer(r"[^\W_]+", text))
    said = [word.group().casefold() for word in words]
    for size in range(1, LONGEST_LOOP + 1):
        times = LOOPS_OF_ONE if size == 1 else LOOPS
        if len(said) >= size * times and said[-size:] * times == said[-size * times :]:
            return words[len(words) - size * (times - 1)].start()
    return None


def _is_awaited(sentence: str) -> bool:
    """Whether a sentence that is being written may still turn out to be a short one."""
    return not _is_whole(sentence) and len(sentence.split()) <= AWAITED_WORDS


def _is_whole(sentence: str) -> bool:
    """Whether it ends as sentences end."""
    return sentence.rstrip().endswith((".", "!", "?", "…", "。", "！", "？"))


def _clings(sentence: str) -> bool:
    return len(sentence.split()) >= CLINGING_WORDS or (has_mark(sentence) and len(sentence.split()) > 1)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def bare_tokens(text: str, model: LanguageModel) -> tuple[int, ...]:
    """The token ids of a part of an answer, without the marks of a message."""
    return model.encode(Segment(Role.ASSISTANT, text, Place.ANSWER, opens=False, closes=False)).tokens


def avoidable(said: str, model: LanguageModel) -> tuple[int, ...]:
    """The tokens with which a longer word of `said` begins, in a sentence and at its start."""
    words = [word for word in re.findall(r"[^\W_]+", said) if len(word) >= AVOIDED_LETTERS]
    forms = dict.fromkeys(
        form for word in words for form in (word, f" {word}", word.capitalize(), word.lower())
    )
    return tuple(dict.fromkeys(tokens[0] for form in forms if (tokens := bare_tokens(form, model))))


def whole_words(words: Iterable[str], model: LanguageModel, known: str = "") -> tuple[int, ...]:
    """The tokens that are one of `words`, in a sentence and where the answer begins; one of several tokens is left out.

    So is one with which a longer word of `known` begins: who may not say "Ma" could not name Maël. Within a sentence
    one with a capital is a name's.
    """
    longer = {word.capitalize() for word in re.findall(r"[^\W_]+", known)}
    found: dict[int, None] = {}
    for form in (form for word in words for form in (word.capitalize(), f" {word}")):
        first, *more = bare_tokens(form, model)
        word, space = form.lstrip(), form[: -len(form.lstrip())]
        begun = (f"{space}{one}" for one in longer if one.startswith(word) and one != word)
        if not more and all(bare_tokens(one, model)[0] != first for one in begun):
            found[first] = None
    return tuple(found)


def warmer(sampling: Sampling, attempt: int, avoided: tuple[int, ...] = ()) -> Sampling:
    """How the try after `attempt` earlier ones is drawn: less surely each time, and in other words than `avoided`."""
    if not attempt:
        return sampling
    # What is kept out changes the answer by itself; more left to chance makes a small model rave.
    warmer_by = WARMER * attempt
    return replace(
        sampling, temperature=sampling.temperature + warmer_by, avoided=(*sampling.avoided, *avoided)
    )


def _words(text: str) -> list[str]:
    """Its words without case and apostrophes: "I'm" is "im"."""
    return re.findall(r"[^\W_]+", text.casefold().replace("'", "").replace("’", ""))


def _longest_run(words: list[str], said: list[str]) -> int:
    """How many words in a row of `words` stand so in `said`."""
    return SequenceMatcher(None, words, said, autojunk=False).find_longest_match().size
