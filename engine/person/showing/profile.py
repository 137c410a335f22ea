"""Facts as Markdown: `people/NAME/profile.md` and `preferences.md`, rendered when wanted and read back ([A] §7).

Under each lens a fact is a line that begins with a dash, and may be edited; the comment below it holds the rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from engine.export import NotMarkdownError, flat, noted, read_markdown, read_noted, write_markdown
from engine.person.claims.polarity import stance_of
from engine.person.folding import folded
from engine.person.records import Fact, Lens, ProfileError
from engine.person.showing.wording import wording

_PROFILE, _PREFERENCES = "profile", "preferences"
_PREFERENCE_TOPICS = frozenset({"preference", "preferences", "likes", "dislikes", "taste", "tastes"})


@dataclass(frozen=True, slots=True)
class Profile:
    """The two documents of one person."""

    profile: str
    preferences: str


def render_profile(facts: Iterable[Fact], person: str) -> Profile:
    """Both documents; preferences are what is clearly liked or disliked."""
    every = list(facts)
    liked = [fact for fact in every if _is_preference(fact)]
    words = wording().profile
    return Profile(
        _rendered(_PROFILE, words.title, [fact for fact in every if fact not in liked], person),
        _rendered(_PREFERENCES, words.preferences, liked, person),
    )


def read_profile(text: str) -> tuple[Fact, ...]:
    """The facts of a rendered document, with the words as they stand there now. Raises ProfileError."""
    try:
        return tuple(_read(said, record) for said, record in read_noted(_body(text)))
    except NotMarkdownError as error:
        raise ProfileError(error.message) from error


def _body(text: str) -> str:
    meta, body = read_markdown(text)
    if meta.get("kind") not in (_PROFILE, _PREFERENCES):
        raise ProfileError("This is no profile.")
    return body


def _rendered(kind: str, title: str, facts: Sequence[Fact], person: str) -> str:
    parts = [f"# {title.format(person=flat(person))}\n"]
    for lens in Lens:
        of_lens = [fact for fact in facts if fact.lens is lens]
        if of_lens:
            parts.append(f"## {wording().profile.lens[lens]}\n\n{''.join(map(_item, of_lens))}")
    return write_markdown({"kind": kind, "person": person, "facts": len(facts)}, "\n".join(parts))


def _item(fact: Fact) -> str:
    shown = flat(fact.text)
    rest = fact.model_dump(mode="json")
    if shown == fact.text:
        del rest["text"]
    else:
        rest["shown"] = shown
    return noted(shown, rest)


def _read(said: str, rest: dict[str, Any]) -> Fact:
    try:
        if rest.pop("shown", None) != said:
            rest["text"] = said
        return Fact.model_validate(rest)
    except ValidationError as error:
        raise ProfileError("The comment below a fact is damaged.") from error


def _is_preference(fact: Fact) -> bool:
    return folded(fact.topic) in _PREFERENCE_TOPICS or stance_of(fact.text).preference
