"""Facts as Markdown: `people/NAME/profile.md` and `preferences.md`, rendered when wanted and read back ([A] §7).

Under each lens a fact is a line that begins with a dash, and may be edited; the comment below it holds the rest.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from engine.export import NotMarkdownError, read_markdown, write_markdown
from engine.person.claims.polarity import stance_of
from engine.person.errors import ProfileError
from engine.person.folding import folded
from engine.person.records import Fact, Lens
from engine.person.showing.wording import wording

_PROFILE, _PREFERENCES = "profile", "preferences"
_PREFERENCE_TOPICS = frozenset({"preference", "preferences", "likes", "dislikes", "taste", "tastes"})
_COMMENT = re.compile(r"  <!-- (\{.*\}) -->\Z")


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
    facts, said = [], None
    for line in _body(text).split("\n"):
        comment = _COMMENT.match(line)
        if line.startswith("- "):
            said = line[2:]
        elif comment is not None and said is not None:
            facts.append(_read(comment.group(1), said))
            said = None
    return tuple(facts)


def _body(text: str) -> str:
    try:
        meta, body = read_markdown(text)
    except NotMarkdownError as error:
        raise ProfileError(error.message) from error
    if meta.get("kind") not in (_PROFILE, _PREFERENCES):
        raise ProfileError("This is no profile.")
    return body


def _rendered(kind: str, title: str, facts: Sequence[Fact], person: str) -> str:
    lines = [f"# {title.format(person=_flat(person))}", ""]
    for lens in Lens:
        of_lens = [fact for fact in facts if fact.lens is lens]
        if of_lens:
            lines += [f"## {wording().profile.lens[lens]}", ""]
            lines += [line for fact in of_lens for line in _item(fact)]
            lines.append("")
    return write_markdown({"kind": kind, "person": person, "facts": len(facts)}, "\n".join(lines))


def _item(fact: Fact) -> tuple[str, str]:
    flat = _flat(fact.text)
    rest = fact.model_dump(mode="json")
    if flat == fact.text:
        del rest["text"]
    else:
        rest["shown"] = flat
    # A comment must not end within its own words.
    packed = json.dumps(rest, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")
    return f"- {flat}", f"  <!-- {_one_line(packed)} -->"


def _read(packed: str, said: str) -> Fact:
    try:
        rest = json.loads(packed)
        if rest.pop("shown", None) != said:
            rest["text"] = said
        return Fact.model_validate(rest)
    except (ValueError, ValidationError, AttributeError, TypeError) as error:
        raise ProfileError("The comment below a fact is damaged.") from error


def _flat(text: str) -> str:
    return " ".join(text.split())


def _one_line(packed: str) -> str:
    """JSON may hold signs that other programs take for the end of a line."""
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in packed)


def _is_preference(fact: Fact) -> bool:
    return folded(fact.topic) in _PREFERENCE_TOPICS or stance_of(fact.text).preference
