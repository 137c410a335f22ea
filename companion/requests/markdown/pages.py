"""What is felt, asked and read in the news as pages: told as it is, and read back by nobody."""

from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo
from typing import Final

from engine.export import ITEM, flat
from engine.ids import NOTHING, Refs, is_open
from engine.mind import Mind
from engine.mood import Imprint, JournalEntry, Mood
from engine.person import Question
from engine.senses.feeds import Feeds

Pages = Iterator[tuple[str, str]]
ALL: Final = 10_000_000
"""More than there is of anything."""


def pages(mind: Mind, hidden: Refs = NOTHING) -> Pages:
    """Questions and feeds, each where there are any; nothing that rests on `hidden`."""
    zone = mind.clock.local().tzinfo
    asked = [one for one in mind.person.questions() if is_open(hidden, f"question:{one.id}", _rests(one))]
    yield from _page("questions/questions.md", "Questions", (_asked(one, zone) for one in asked))
    yield from _feeds(mind.feeds, zone)


def felt(mind: Mind, hidden: Refs = NOTHING) -> Pages:
    """Mood and imprints of a companion that feels."""
    if mind.mood is not None:
        yield from _mood(mind.mood, mind.clock.local().tzinfo, hidden)


def _mood(mood: Mood, zone: tzinfo | None, hidden: Refs) -> Pages:
    entries = [one for one in reversed(mood.journal(limit=ALL)) if hidden.isdisjoint(one.sources)]
    yield from _page("mood/journal.md", "What moved my mood", (_moved(one, zone) for one in entries))
    every = mood.imprints(over=True)
    imprints = [one for one in every if is_open(hidden, f"imprint:{one.id}", one.sources)]
    yield from _page("mood/imprints.md", "What left a mark", (_left(one, zone) for one in imprints))


def _feeds(feeds: Feeds, zone: tzinfo | None) -> Pages:
    told = (
        ", ".join(
            [f"{flat(one.name)}: {one.url}", *([flat(one.category)] if one.category else []), *one.keywords]
        )
        for one in feeds.all()
    )
    yield from _page("feeds/feeds.md", "Pages whose news I read", told)
    items = reversed(feeds.items(ALL))
    lines = (
        f"{_at(one.published or one.seen_at, zone)}: {flat(one.title)} ({flat(one.feed)}) {one.link}"
        for one in items
    )
    yield from _page("feeds/headlines.md", "Headlines", lines)


def _moved(one: JournalEntry, zone: tzinfo | None) -> str:
    point = (
        f"valence {one.point.valence:.2f}, energy {one.point.energy:.2f}, openness {one.point.openness:.2f}"
    )
    why = f": {flat(one.reason)}" if one.reason else ""
    mode = f", {one.mode}" if one.mode else ""
    return f"{_at(one.at, zone)}: {one.label} ({point}{mode}), by {one.cause}{why}"


def _left(one: Imprint, zone: tzinfo | None) -> str:
    over = ", let go" if one.let_go_at else ", faded" if one.archived_at else ""
    strength = f"strength {one.strength:.2f} of {one.made_strength:.2f}"
    return f"{_at(one.created_at, zone)}: {flat(one.feeling)} ({strength}{over})"


def _rests(one: Question) -> Iterator[str]:
    """The facts that a question is about, and what it came of."""
    about = one.about if one.proposed_id is None else (*one.about, one.proposed_id)
    yield from (f"fact:{each}" for each in about)
    yield from (f"step:{each}" for each in one.step_ids)


def _asked(one: Question, zone: tzinfo | None) -> str:
    return f"{_at(one.created_at, zone)}: {flat(one.text)} ({one.status})"


def _page(path: str, title: str, lines: Iterable[str]) -> Pages:
    body = "".join(f"{ITEM}{line.rstrip()}\n" for line in lines)
    if body:
        yield path, f"# {title}\n\n{body}"


def _at(at: datetime, zone: tzinfo | None) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"
