"""A known statement as it stands once it is put right by what somebody says: "they moved it to the 16th" of "My exam is
on the 14th of June." makes "My exam is on the 16th of June.".

The model writes it, and only in words of the two; what nothing said takes the place of stays.
"""

from collections.abc import Sequence
from datetime import datetime
from difflib import SequenceMatcher

from engine.conversation.grounding import content_words, figures, is_said, plain_words, undated
from engine.dates import find_dates
from engine.decisions import Rewriter, note_in_context
from engine.search import stems
from engine.tongues import languages_of

CORRECTION = "correction"
"""The rewriting by which a statement is put right."""
LONGEST_CORRECTED = 48
"""Tokens of a corrected statement, where nothing else is set."""
_ANY_TIME = datetime(2000, 1, 1)  # noqa: DTZ001 - days are only looked for
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
    if not (is_said(text, f"{note} {said}", new=0) and says_anew(text, note, said)):
        return ""
    text = with_what_stays(text, note, said)
    return f"{text.rstrip('.')}{days}." if days and _names_days_of(text, note) else text


def says_anew(text: str, note: str, said: str) -> bool:
    """Whether a corrected note has a word of what was said that the old one lacks: else it only lost something."""
    return bool((set(stems(text)) & set(stems(said))) - set(stems(note)))


def with_what_stays(text: str, note: str, said: str) -> str:
    """A corrected note with the words of the old one that it left out, though nothing that was `said` takes their place
    or speaks of them: "Our son moves in May." of "Our son Lorcan moves in March" has lost his name.
    """
    gone, come = content_words(note) - content_words(text), content_words(text) - content_words(note)
    if len(gone) <= len(come):
        return text
    before, after = note.rstrip(".!").split(), text.split()
    spoken_of, kept = content_words(said), list[str]()
    for change, start, end, first, last in _changes(before, after):
        lost = content_words(" ".join(before[start:end]))
        stays = change == "delete" and lost and not lost & spoken_of and not figures(" ".join(lost))
        kept += before[start:end] if stays else after[first:last]
    return " ".join(kept)


def exchanged_word(text: str, note: str) -> tuple[str, str] | None:
    """The one content word of `note` that `text` has another for, and that; None where more or less is changed."""
    gone, come = (
        [word for word in plain_words(one) if _is_new(word, other)]
        for one, other in ((note, text), (text, note))
    )
    return (gone[0], come[0]) if len(gone) == len(come) == 1 else None


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


def _names_days_of(text: str, note: str) -> bool:
    """Whether every day that `note` names stands in `text`, in the same words."""
    days = find_dates(note, _ANY_TIME, languages_of(note))
    return all(note[one.start : one.end].casefold() in text.casefold() for one in days)
