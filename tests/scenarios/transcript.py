"""A played scenario as Markdown, to be read by a person."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from engine.intent import ItemStatus
from engine.telling_time import later_in_words, moment_in_words
from tests.scenarios.played import Played, Spoken
from tests.scenarios.records import Deed

AXES = ("valence", "energy", "openness")


def transcript(title: str, head: Sequence[str], moments: Sequence[Played]) -> str:
    """The whole document; `head` are lines that stand under its title."""
    parts = [f"# {title}", *head]
    before: datetime | None = None
    for played in moments:
        parts += _moment(played, None if before is None else played.at - before)
        before = played.at
    return "\n\n".join(parts) + "\n"


def _moment(played: Played, gap: timedelta | None) -> Iterator[str]:
    apart = "the first time" if gap is None else later_in_words(gap)
    met = f", met as *{played.greeting.mode.value}*" if played.greeting.mode is not None else ""
    yield f"## {moment_in_words(played.at)} ({apart})"
    yield f"*{played.moment.name}*{met}{_feels(played)}"
    yield from map(_done, (deed for deed in played.moment.deed if deed.when == "before"))
    if played.opening:
        yield _quoted("What it reads as the time together opens", played.opening)
    for spoken in played.spoken:
        yield from _turn(spoken)
    yield from map(_done, (deed for deed in played.moment.deed if deed.when == "after"))
    yield from _after(played)


def _feels(played: Played) -> str:
    state = played.met
    if state is None:
        return "."
    names = ", ".join(named.name for named in state.named[:2])
    return f"; it feels {names} (valence {state.point.valence:+.2f})."


def _turn(spoken: Spoken) -> Iterator[str]:
    if spoken.block.strip():
        yield _quoted("Before the answer stands", spoken.block)
    yield f"**Mira:** {spoken.exchange.says}"
    yield f"**Companion:** {' '.join(spoken.answer.split())}"
    told = [
        *_felt(spoken),
        *_listed("noticed", spoken.noticed),
        *_kept("promised", spoken.promised),
        *_kept("kept of her", spoken.kept),
    ]
    if spoken.outcome != "absorbed":
        told.append(f"the reflection was {spoken.outcome.replace('_', ' ')}")
    yield f"<sub>{'; '.join(told) or 'nothing felt, promised or kept'}</sub>"


def _felt(spoken: Spoken) -> Iterator[str]:
    moved = [] if spoken.felt is None else zip(AXES, spoken.felt, strict=True)
    steps = [f"{axis} {step:+.2f}" for axis, step in moved if abs(step) >= 0.005]
    if steps:
        yield f"felt {', '.join(steps)}" + (f" (“{spoken.reason}”)" if spoken.reason else "")
    if spoken.seemed:
        yield f"she seemed {spoken.seemed}"


def _listed(word: str, texts: Sequence[str]) -> Iterator[str]:
    if texts:
        yield f"{word}: {', '.join(texts)}"


def _kept(word: str, texts: Sequence[str]) -> Iterator[str]:
    yield from _listed(word, [f"“{text}”" for text in texts])


def _done(deed: Deed) -> str:
    words = "; ".join(f"{name}: {value}" for name, value in deed.parameters.items())
    return f"*By hand, `{deed.request}` — {words}*"


def _after(played: Played) -> Iterator[str]:
    if played.undone:
        yield f"*{' '.join(played.undone)}*"
    done = [item.text for item in played.items.values() if item.status is ItemStatus.PROPOSED]
    open_items = [item for item in played.items.values() if item.status is ItemStatus.OPEN]
    if done:
        yield f"Seems done: {', '.join(f'“{text}”' for text in done)}"
    if open_items:
        yield "Open now: " + "; ".join(
            f"{item.what} “{item.text}”, carried {item.carried}"
            + (" (overdue)" if item.text in played.overdue else "")
            for item in open_items
        )
    if played.predictions:
        yield "Foreseen: " + "; ".join(
            f"“{one.statement}” by {one.deadline} ({'due' if one.statement in played.due else one.status})"
            for one in played.predictions.values()
        )
    if played.told:
        yield f"Noticed and told so far: {', '.join(one.replace('_', ' ') for one in played.told)}"
    if played.stale_goals:
        yield f"Stale: {', '.join(played.stale_goals)}"
    if played.moment.goodbye:
        yield f"*Goodbye.* {_kept_of_it(played)}".strip()
    yield from (f"> **Broken:** {fault}" for fault in played.complaints)


def _kept_of_it(played: Played) -> str:
    """What the compass says of an episode that is over."""
    return f"It keeps of this time: “{played.compass}”" if played.compass else ""


def _quoted(heading: str, text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return "\n".join([f"> *{heading}:*", ">", *(f"> {line}  " for line in lines)])
