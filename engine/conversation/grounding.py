"""What a model wrote of what was said is taken only where it stands on that: nothing that nobody said is kept.

Words are compared by their stems. Function words of the language do not count ("ich" is added to "bin müde"), nor does
another form of a word that was said: what is written out has "habe" where "hab" was said.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import cache
from importlib import resources
from itertools import pairwise, takewhile

from stop_words import StopWordError, get_stop_words

from engine.conversation.utterance import between_commas, has_mark
from engine.dates import find_times
from engine.search import sentences, stems
from engine.tongues import ENGLISH, NAMES, language_of, languages_of

_WORD = re.compile(r"[^\W\d_]+")
_ELIDED = re.compile(r"\b(qu|[cdjlmnst])['’](\w+)", re.IGNORECASE)
FEW_WORDS, SPOKEN_OF = 4, 0.34
"""Content words from which a known fact is only put out of date by what speaks of this share of them."""
_DATED = re.compile(r" \([^()]*\d{4}\)(?=[.!?…]?$)")
"""The days that stand in brackets behind a statement."""
LONG_WORD = 4
"""Letters from which a word counts that nobody said."""
NEW_WORDS = 1
"""Content words of a statement that nobody said: a verb that the bare words of an answer lack."""
TELLING, FOREIGN = 4, 2
"""Words from which a text shows its language, and such as only English builds sentences with that make it English."""
POINTING = 3
"""Content words beside its time up to which a clause may name nothing of what it is about."""
OF_THE_SAME = 0.5
"""Share of words in common from which two statements may tell of the same."""
SHARED = 3
"""Function words of a sentence from which what has them tells of it."""
NAMED_WITHIN = 2
"""Words behind a pronoun within which whose something is stands: "my sister's", "my little sister's"."""
SHORT_FORM, ENDING = 3, 2
"""Letters that two forms of a word have in common at least, and that one may have besides."""
STEM, BENT, WITHIN = 4, 3, ("zu", "ge", "te")
"""Of verbs: letters that their forms begin with alike, how many may follow, and what may stand within them."""


def grounded(
    lines: Sequence[str], told: Sequence[str], said: str, *, answers: bool = False, taught: bool = False
) -> list[str]:
    """The written lines that tell of one of `told`, in words of `said`; `answers` may add a longer word.

    A model that was `taught` to write them may add any function word ("I have" to "exam on Monday"), and may tell of a
    sentence in nothing but such words ("it's just me and him").
    """
    return [
        line
        for line in lines
        if not has_mark(line)
        and is_said(line, said)
        and not _says_twice(line, said)
        and any(_tells_of(line, sentence, function_words=taught) for sentence in told)
        and (answers or adds_nothing(line, said, function_words=taught))
    ]


def joins(lines: Sequence[str], quote: str, said: str) -> bool:
    """Whether content words of `lines` are taken from what was `said` before the `quote`."""
    return bool((set(stems(" ".join(lines))) - set(stems(quote))) & set(stems(said)))


def reaches_past(lines: Sequence[str], quote: str, said_before: Sequence[str]) -> bool:
    """Whether `lines` take words from what was said earlier than the last thing before the `quote`, and not from it."""
    older = " ".join(said_before[:-1])
    return len(said_before) > 1 and joins(lines, quote, older) and not joins(lines, quote, said_before[-1])


def joins_nothing(text: str, said: str, before: Sequence[str]) -> bool:
    """Whether all that `text` takes from before what was `said` stands in one sentence of that, and nobody whom the
    message names is called by a word that never stood beside the name.

    Of "my granddaughter" in one and "Ruth" in another a small model makes "my granddaughter Ruth"; and of "My grandson
    put this on here. My name is Ruth." her grandson of that name.
    """
    known, empty = set(stems(said)), _function_words(said)
    new = {word for word in stems(text) if word not in known and not _is_known(word, known, empty)}
    told = [set(stems(sentence)) for one in before for sentence in sentences(one)]
    taken = {word for word in new if any(word in words for words in told)}
    if taken and not any(taken <= words for words in told):
        return False
    own = _named_themselves(said)
    pairs = (
        _called(word, name, {*taken, *known} if name.casefold() in own else taken, known)
        for word, name in pairwise(_WORD.findall(text))
    )
    told += [set(stems(sentence)) for sentence in sentences(said)]
    return all(any(pair <= words for words in told) for pair in pairs if pair)


def is_of_another(line: str, told: Sequence[str], before: Sequence[str], beside: Sequence[str] = ()) -> bool:
    """Whether `line` tells of somebody else than the sentence of `told` that it was made of; the lines `beside` it were
    made of that, too.

    It says of the person themselves what was told of others ("My name is Ada." of "her name is Ada"), of the companion
    what was not said to it, or of who was named `before` what somebody else did ("My niece says my sugar is high." of
    "Doc says my sugar is high").
    """
    words = set(stems(line))
    sentence = max(told, key=lambda one: len(words & set(stems(one))), default="")
    taken = {word for one in before for word in stems(one)} - set(stems(sentence))
    return _turns_person(line, sentence, taken) or _exchanges(line, sentence, taken, beside)


def _turns_person(line: str, sentence: str, taken: Collection[str]) -> bool:
    """Whether it has a pronoun of another person. Who else it means is named behind the pronoun by a word that was
    `taken` from before: "My sister's name is Ada.", and not "The doctor moved my exam." of "they moved her exam".
    """
    persons = _persons().get(language_of(sentence) or language_of(line) or ENGLISH)
    if persons is None:
        return False
    first, second, third = persons["first"], persons["second"], persons["third"]
    said, written = set(_words(sentence)), set(_words(line))
    if written & second and not said & second:
        return True
    around = {(before, after) for before, word, after in _in_threes(line) if word in first}
    if any(word in second and (before, after) in around for before, word, after in _in_threes(sentence)):
        # "My niece put me on here for me." of "my niece put you on here for me"
        return True
    if not said & third or said & first:
        return False
    apart = _words(line)
    behind = (
        stems(" ".join(apart[place + 1 : place + 1 + NAMED_WITHIN]))
        for place, word in enumerate(apart)
        if word in first
    )
    return any(set(taken).isdisjoint(named) for named in behind)


def _exchanges(line: str, sentence: str, taken: Collection[str], beside: Sequence[str]) -> bool:
    """Whether a word that was `taken` stands in the place of one of the `sentence` that is lost, and stands not
    `beside` it either.
    """
    words, taken = set(stems(" ".join((line, *beside)))), set(taken)
    written = {behind for word, behind in pairwise(_words(line)) if not taken.isdisjoint(stems(word))}
    return any(
        behind in written and bool(content_words(word)) and words.isdisjoint(stems(word))
        for word, behind in pairwise(_words(sentence))
    )


def _in_threes(text: str) -> Iterator[tuple[str, str, str]]:
    """Each word with the one before and behind it, "" for none."""
    words = _words(text)
    return zip(["", *words], words, [*words[1:], ""], strict=False)


@cache
def _persons() -> dict[str, dict[str, frozenset[str]]]:
    """Pronouns by language and person (`persons.toml`)."""
    source = resources.files("resources") / "language" / "persons.toml"
    read = tomllib.loads(source.read_text("utf-8"))
    return {code: {person: frozenset(words) for person, words in of.items()} for code, of in read.items()}


def _called(word: str, name: str, taken: Collection[str], known: Collection[str]) -> set[str]:
    """The stems of `word`, which tells something, and of the `name` behind it, where that was said and this is `taken`
    from before it.
    """
    stands, called = content_words(word), set(stems(name))
    is_name = name[0].isupper() and bool(called) and called <= set(known)
    return stands | called if is_name and stands and stands <= set(taken) else set()


def _named_themselves(said: str) -> set[str]:
    """The words, without case, of sentences of `said` that speak of who said them and point to nobody else: "My name is
    Ruth."
    """
    persons = _persons().get(language_of(said) or ENGLISH, {})
    first, others = persons.get("first", frozenset()), persons.get("third", frozenset())
    told = (set(_words(one)) for one in sentences(said))
    return {word for words in told if words & first and not words & others for word in words}


def content_words(text: str) -> set[str]:
    """Stems of `text` that tell something: no function word of any language that is spoken, as "de" in "lo de Iker"."""
    return {word for word in stems(text) if not any(word in _listed(code) for code in NAMES)}


def is_in_language(text: str, code: str) -> bool:
    """Whether `text` is in the language of `code` (ISO 639-1), as far as that can be told: a small model falls back
    into English ("Esche is the harder wood.").
    """
    words = set(_words(text))
    if len(words) < TELLING:
        return True
    told = language_of(text)
    if told is not None or code == ENGLISH:
        return told in {None, code}
    own, english = set(get_stop_words(code)), set(get_stop_words(ENGLISH))
    return len(words & (english - own)) < FOREIGN or bool(words & (own - english))


def in_common(first: str, second: str) -> float:
    """The share of the content words of the shorter of two texts that are in both, 0–1."""
    ours, theirs = content_words(first), content_words(second)
    return len(ours & theirs) / max(1, min(len(ours), len(theirs)))


def names_time(text: str, said_at: datetime) -> bool:
    """Whether `text`, said at `said_at`, names a day or an hour."""
    return bool(find_times(text, said_at, languages_of(text)).places)


def points_by_time(text: str, said_at: datetime) -> bool:
    """Whether `text` says little else than a time: what it is about was named before ("they moved it to the 16th")."""
    rest = timeless(text, said_at)
    return rest != text and len(content_words(rest)) <= POINTING


def timeless(text: str, said_at: datetime) -> str:
    """`text`, said at `said_at`, without the days and hours that it names."""
    for start, end in reversed(find_times(text, said_at, languages_of(text)).places):
        text = f"{text[:start].rstrip()} {text[end:].lstrip()}"
    return text


def undated(statement: str) -> tuple[str, str]:
    """A statement without the days in brackets behind it, and those: "" where it has none."""
    found = _DATED.search(statement)
    return (statement, "") if found is None else (_DATED.sub("", statement), found[0])


def tells_more(known: str, text: str) -> bool:
    """Whether a known fact tells much that `text` does not speak of: with it, that would be lost.

    A short one does where only somebody of theirs at its end is spoken of: "Rex has run away" does not end "I live in
    Bern with my dog Rex".
    """
    fact, said = undated(known)[0], content_words(text)
    told = content_words(fact)
    shared = told & said
    if len(shared) >= SPOKEN_OF * len(told):
        return False
    return len(told) > FEW_WORDS or (bool(shared) and shared <= _theirs_at_end(fact))


def _theirs_at_end(fact: str) -> set[str]:
    """The stems of its second half behind a word for what is theirs: "dog" and "Rex" of "with my dog Rex"."""
    persons = _persons().get(language_of(fact) or ENGLISH)
    apart = _words(fact)
    first = () if persons is None else persons["first"]
    places = [place for place, word in enumerate(apart) if word in first and place >= len(apart) / 2]
    return set(
        stems(" ".join(word for place in places for word in apart[place + 1 : place + 1 + NAMED_WITHIN]))
    )


def with_elisions(line: str, said: str) -> str:
    """`line` with the elisions of what was `said`: a small model takes "j'habite" apart and writes "Je habite"."""
    for short, word in _ELIDED.findall(said):
        apart = re.compile(rf"\b({short})\w{{1,2}} {re.escape(word)}\b", re.IGNORECASE)
        line = apart.sub(rf"\1'{word}", line)
    return line


def as_spelt(line: str, said: str) -> str:
    """`line` with the accents of what was `said`: a small model writes "Theo" of "théo"."""
    spelt = {_unaccented(word): word for word in _words(said) if _unaccented(word) != word}
    plain = {word for word in _words(said) if word not in spelt.values()}

    def restored(found: re.Match[str]) -> str:
        word = found[0]
        known = spelt.get(word.casefold())
        if known is None or word.casefold() in plain:
            return word
        return known.capitalize() if word[0].isupper() else known

    return _WORD.sub(restored, line)


def reverses(line: str, told: Sequence[str]) -> bool:
    """Whether `line` denies what was told, or tells what was denied: "Ich vertrage Nüsse" of "Nüsse vertrag ich
    überhaupt nicht, da krieg ich keine Luft".
    """
    parts = [part for sentence in told for part in between_commas(sentence)]
    denied = any(map(denies, told))

    def turned(part: str) -> bool:
        words = content_words(part)
        nearest = max(parts, key=lambda one: len(words & content_words(one)), default="")
        if not words & content_words(nearest):
            return False
        return not denied if denies(part) else denies(nearest)

    return any(map(turned, between_commas(line)))


def denies(text: str) -> bool:
    """Whether a word of it says no."""
    table, words = _negations(), set(plain_words(text))
    languages = [language_of(text) or ENGLISH] if len(words) >= TELLING else table
    return any(words & table.get(code, frozenset()) for code in languages)


@cache
def _negations() -> dict[str, frozenset[str]]:
    """Words that deny, without apostrophes, by language (`negations.toml`)."""
    source = resources.files("resources") / "language" / "negations.toml"
    return {code: frozenset(of["words"]) for code, of in tomllib.loads(source.read_text("utf-8")).items()}


def _unaccented(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


def figures(text: str) -> set[str]:
    """What of `text` holds a digit: no statement of it may lose that."""
    return {word for word in stems(text) if any(map(str.isdigit, word))}


def is_said(text: str, said: str, new: int = NEW_WORDS) -> bool:
    """Whether every word of `text` that tells anything was said, but for a verb or so: at most `new` words."""
    told, known = set(stems(text)), set(stems(said))
    empty = _function_words(said, text)
    added = [word for word in told - known if not _is_known(word, known, empty)]
    return bool(told) and len(added) <= new and bool(told & known)


def adds_nothing(text: str, said: str, *, function_words: bool = False) -> bool:
    """Whether `text` has no longer word that was not said, nor a short one that looks like a name: "little boy" is not
    what somebody has, nor is "Ifi" who "elif" is.

    With `function_words` those do not count.
    """
    known, known_stems = set(plain_words(said)), set(stems(said))
    names = {word.casefold() for word in _WORD.findall(text)[1:] if word[0].isupper()}
    new = [
        word for word in plain_words(text) if word not in known and (len(word) >= LONG_WORD or word in names)
    ]
    new = [word for word in new if stems(word) or not function_words]
    empty = _function_words(said, text)
    return all(set(stems(word)) & known_stems or _is_known(word, known, empty) for word in new)


def _says_twice(text: str, said: str) -> bool:
    """Whether `text` has a content word oftener than it was said: "our patient lost a patient", "Otis's baby Otis"."""
    empty, known = _function_words(said, text), Counter(stems(said))
    told = Counter(word for word in stems(text) if len(word) >= LONG_WORD and word not in empty)
    return any(count > max(1, known[word]) for word, count in told.items())


def _tells_of(text: str, sentence: str, *, function_words: bool) -> bool:
    """Whether `text` has a content word of `sentence`, or some `function_words`: what was said before it was taken from
    there.
    """
    if set(stems(text)) & set(stems(sentence)):
        return True
    return function_words and len(set(plain_words(text)) & set(plain_words(sentence))) >= SHARED


def _is_known(word: str, known: Collection[str], function_words: Collection[str]) -> bool:
    """Whether it tells nothing, or is another form of a word that was said: with another end, or the infinitive.

    What stems make of English is one already; other languages bend their verbs further ("llame", "llamar").
    """
    if word in function_words:
        return True
    bends = bool(function_words)
    return word.isalpha() and any(
        _is_form(*sorted((word, each), key=len), bends=bends)
        for other in known
        for each in ((other, *_unparted(other)) if bends else (other,))
    )


def _is_form(shorter: str, longer: str, *, bends: bool) -> bool:
    if len(shorter) >= SHORT_FORM and longer.startswith(shorter) and len(longer) - len(shorter) <= ENDING:
        return True
    stem = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(shorter, longer, strict=False)))
    return bends and stem >= STEM and len(longer) - stem <= BENT


def _unparted(word: str) -> tuple[str, ...]:
    """A verb without what stands within it: "mitzubringen", "meegebracht"."""
    return tuple(word.replace(part, "", 1) for part in WITHIN if part in word[SHORT_FORM - 1 : -SHORT_FORM])


def _function_words(said: str, written: str = "") -> frozenset[str]:
    """Those of the language of `said`, or of what was made of it; stems leave those of English out already."""
    return _listed(language_of(said) or language_of(written) or ENGLISH)


@cache
def _listed(code: str) -> frozenset[str]:
    if code == ENGLISH:
        return frozenset()
    try:
        words = get_stop_words(code)
    except StopWordError:
        return frozenset()
    return frozenset((*words, *stems(" ".join(words))))


def _words(text: str) -> list[str]:
    """Its words without case, apart at apostrophes: "I'm" is "i" and "m"."""
    return _WORD.findall(text.casefold())


def plain_words(text: str) -> list[str]:
    """Its words without case and apostrophes: "I'm" is "im"."""
    return re.findall(r"[^\W_]+", text.casefold().replace("'", "").replace("’", ""))
