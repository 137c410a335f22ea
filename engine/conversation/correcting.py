"""A known statement as it stands once it is put right by what somebody says: "they moved it to the 16th" of "My exam is
on the 14th of June." makes "My exam is on the 16th of June.".

The model writes it, and only in words of the two; what nothing said takes the place of stays.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from difflib import SequenceMatcher
from itertools import takewhile

from engine.conversation.grounding import content_words, figures, is_said, plain_words, undated
from engine.dates import DateSpan, find_dates, find_hours
from engine.decisions import Rewriter, note_in_context
from engine.search import stems
from engine.tongues import languages_of

CORRECTION = "correction"
"""The rewriting by which a statement is put right."""
LONGEST_CORRECTED = 48
"""Tokens of a corrected statement, where nothing else is set."""
_ANY_TIME = datetime(2000, 1, 1)  # noqa: DTZ001 - days are only looked for
_FIGURE = re.compile(r"\w*\d\w*")
_TRIMMED = " \t\n\"'“”,;:-–—"


def put_right(
    rewriter: Rewriter,
    known: str,
    said: str,
    before: Sequence[str] = (),
    *,
    most_tokens: int = LONGEST_CORRECTED,
    hurried: bool = False,
) -> str:
    """`known` with what is `said` in it, by the `CORRECTION` of a loaded model; "" where nothing came of it that stands
    on the two. Raises LanguageError.

    `before` was said before it, oldest first. Days in brackets behind what is known are only kept where it still names
    them ("yesterday").
    """
    note, days = undated(known)
    written = rewriter.write(note_in_context(note, said, before), most_tokens, hurried=hurried)
    text = as_statement(next(iter(written), ""))
    is_right = is_said(text, f"{note} {said}", new=0) and says_anew(text, note, said)
    if not (is_right and _has_new_day(text, note, said)):
        # A small model loses a day, or leaves the old one: "Am Dezember habe ich …".
        return as_statement(on_its_day(note, said))
    text = with_what_stays(text, note, said)
    return f"{text.rstrip('.')}{days}." if days and _names_days_of(text, note) else text


def says_anew(text: str, note: str, said: str) -> bool:
    """Whether a corrected note has a word of what was said that the old one lacks: else it only lost something."""
    return bool((set(stems(text)) & set(stems(said))) - set(stems(note)))


def only_exchanges(text: str, note: str) -> bool:
    """Whether a corrected note has a word that tells something for each of the old one that it leaves out."""
    told, known = (content_words(undated(one)[0]) for one in (text, note))
    return len(known - told) <= len(told - known)


def with_what_stays(text: str, note: str, said: str) -> str:
    """A corrected note with the words of the old one that it left out, though nothing that was `said` takes their place
    or speaks of them: "Our son moves in May." of "Our son Lorcan moves in March" has lost his name.
    """
    if only_exchanges(text, note):
        return text
    before, after = note.rstrip(".!").split(), text.rstrip(".!").split()
    spoken_of, kept = content_words(said), list[str]()
    for change, start, end, first, last in _changes(before, after):
        lost = content_words(" ".join(before[start:end]))
        stays = change == "delete" and lost and not lost & spoken_of and not figures(" ".join(lost))
        kept += before[start:end] if stays else after[first:last]
    return as_statement(" ".join(kept))


def on_its_day(note: str, said: str) -> str:
    """`note` with the day that is `said` in the place of its own, in the words in which it is said; "" where either
    names none or several.
    """
    known = _days_in(note)
    named = [one for one in _days_in(said) if all(one.first != each.first for each in known)]
    if len(known) != 1 or len(named) != 1 or find_hours(said):
        return ""
    (old,), (new,) = known, named
    was, now = note[old.start : old.end], said[new.start : new.end]
    if len(figures(was)) == len(figures(now)) == 1 and len(content_words(was)) > len(content_words(now)):
        # "The 16th" of what was on the 14th of June.
        return note[: old.start] + _FIGURE.sub(_FIGURE.findall(now)[0], was) + note[old.end :]
    led, leads = _leading(was), _leading(now)
    # "on the 14th" and "the 16th" have "the" in common, "on Monday" and "Wednesday" want "on".
    shared = next((place for place, word in enumerate(led) if word in leads), len(led) if not leads else 0)
    return " ".join([note[: old.start].rstrip(), *led[:shared], now + note[old.end :]])


def exchanged_word(text: str, note: str) -> tuple[str, str] | None:
    """The one content word of `note` that `text` has another for, and that; None where more or less is changed."""
    gone, come = (
        [word for word in plain_words(one) if _is_new(word, other)]
        for one, other in ((note, text), (text, note))
    )
    return (gone[0], come[0]) if len(gone) == len(come) == 1 else None


def with_exchanged(other: str, text: str, note: str) -> str:
    """`other`, which was told with a `note`, with the one word that `text` exchanges in that, spelt as there.

    "" where it has no such word.
    """
    word = exchanged_word(text, note)
    if word is None:
        return ""
    wrong, right = (re.compile(rf"\b{re.escape(one)}\b", re.IGNORECASE) for one in word)
    spelt = right.search(text)
    return wrong.sub(word[1] if spelt is None else spelt[0], other) if wrong.search(other) else ""


def as_statement(text: str) -> str:
    """With a capital and a full stop; a question mark belonged to the request."""
    plain = text.strip(_TRIMMED).rstrip("?？ ")
    if plain and plain[-1].isalnum():
        plain += "."
    return plain[:1].upper() + plain[1:]


def _changes(before: Sequence[str], after: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """What became of the words, whatever their case and the signs beside them."""
    one, other = ([word.casefold().strip(".,;:!?") for word in words] for words in (before, after))
    return SequenceMatcher(None, one, other, autojunk=False).get_opcodes()


def _is_new(word: str, text: str) -> bool:
    told = set(stems(word))
    return bool(told) and not told & set(stems(text))


def _leading(text: str) -> list[str]:
    """Its first words that tell nothing by themselves: "on the"."""
    return list(takewhile(lambda word: not stems(word) and word.isalpha(), text.casefold().split()))


def _days_in(text: str) -> list[DateSpan]:
    return find_dates(text, _ANY_TIME, languages_of(text))


def _has_new_day(text: str, note: str, said: str) -> bool:
    """Whether `text` names the day that is `said` where `note` names another."""
    known, named, told = ({one.first.day for one in _days_in(each)} for each in (note, said, text))
    return not known or len(named - known) != 1 or named - known <= told


def _names_days_of(text: str, note: str) -> bool:
    """Whether every day that `note` names stands in `text`, in the same words."""
    return all(note[one.start : one.end].casefold() in text.casefold() for one in _days_in(note))
