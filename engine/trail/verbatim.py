"""The trail as files a person can read: one a time together, word for word ([A] §7)."""

from collections.abc import Iterator

from engine.export import snake_case, write_markdown
from engine.ids import NOTHING, Refs, is_open
from engine.trail.records import Episode, Step
from engine.trail.trail import Trail

_ALL = 1_000_000_000
_TOPIC = 40


def verbatim(trail: Trail, hidden: Refs = NOTHING) -> Iterator[tuple[str, str]]:
    """`verbatim/PERSON/YYYY/MM/DD/HH_MM_SS_topic.md` and its text, oldest first.

    Withdrawn Steps are left out, and those that `hidden` names.
    """
    for episode in reversed(trail.book.find(limit=_ALL)):
        said = trail.recent_steps(_ALL, episode.id)
        steps = [step for step in said if is_open(hidden, f"step:{step.id}")]
        if steps:
            yield _path(episode, steps[0]), _rendered(episode, steps)


def _path(episode: Episode, first: Step) -> str:
    folder = f"verbatim/{snake_case(episode.person)}/{episode.id[:10].replace('-', '/')}"
    clock, _, suffix = episode.id[11:].partition("_")
    time = snake_case(f"{clock}_{suffix}")
    return f"{folder}/{time}_{snake_case(first.text[:_TOPIC])}.md"


def _rendered(episode: Episode, steps: list[Step]) -> str:
    meta = {
        "episode": episode.id,
        "person": episode.person,
        "companion": episode.companion,
        "type": episode.type.value,
        "opened_at": episode.opened_at.isoformat(),
        "closed_at": None if episode.closed_at is None else episode.closed_at.isoformat(),
        "steps": [f"step:{step.id}" for step in steps],
    }
    said = [f"**{step.speaker}**, {step.said_at:%Y-%m-%d %H:%M:%S}\n\n{step.text}\n" for step in steps]
    return write_markdown(meta, "\n".join(said))
