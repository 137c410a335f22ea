"""Moving in: what was said to other programs becomes part of what was said, with its dates.

Memories to thoughts count what is new. Progress: importing {done, of: conversations}.

All of it is written in one unit or none of it; `give_up` ends it, with nothing written. What is here already is left
as it is, so that the same file brings nothing twice. What the person said is reflected on by the queue; what they told
another program is put to them before it becomes a fact, as is what another memory took for one. What another companion
was is nobody's here. A character card becomes a document of the library, and shapes nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from pydantic import Field

from companion.requests.moving.kept_elsewhere import Sorted, sort, take_in
from companion.requests.room import Place, Request, Requests, Setting, record, several
from companion.service import Json
from engine.errors import InvalidInputError
from engine.export import is_tree
from engine.imports import Arrival, Card, PastTalk, PastTurn, read_arrival
from engine.vault import is_archive

MOST_SKIPPED = 200


class ImportTalks(Request):
    """Which file; with `dry_run` nothing is written."""

    path: str = Field(min_length=1, max_length=4096, description="The file as the other program exported it.")
    dry_run: bool = Field(default=False, description="Only say what would come.")


@dataclass(frozen=True, slots=True)
class _New:
    """A talk, and those of its turns that are not here yet."""

    talk: PastTalk
    turns: list[PastTurn]


REQUESTS = Requests()
COUNTED = {"talks": int, "turns": int, "new": int, "same": int}
SORTED = dict.fromkeys(("memories", "facts", "corrections", "goals", "items", "thoughts"), int)
ARRIVED = record(
    source=str,
    **COUNTED,
    **SORTED,
    documents=list[str],
    skipped=several(record(name=str, why=str)),
    left_out=int,
    since=datetime | None,
    until=datetime | None,
    written=bool,
)


@REQUESTS.verb(
    "import.talks",
    "Take in what was said to another program.",
    place=Place.QUIET,
    gives=ARRIVED,
    changes="trail",
    outside="offered",
)
def import_talks(setting: Setting, asked: ImportTalks) -> Json:
    """Read the file whole, then write. Raises ImportsError, InvalidInputError, StorageFaultError."""
    path = Path(asked.path)
    if not path.is_absolute():
        raise InvalidInputError("path", "must begin at the root", "Name the file by its whole path.")
    if is_archive(path):
        raise InvalidInputError(
            "path",
            "is an archive of this program's own, and takes the place of a whole vault",
            "Settings, Privacy: Put a copy or archive back; or quit, then: companion import FILE.",
        )
    if is_tree(path):
        raise InvalidInputError(
            "path", "is an export of this program's own", "Read it back: --markdown FOLDER."
        )
    mind = setting.mind
    setting.advance("importing", 0, 1)
    arrival = read_arrival(path, mind.clock.now(), setting.go_on)
    found = [_New(talk, turns) for talk, turns in mind.trail.past.new(arrival.talks)]
    kept = sort(mind, arrival)
    if not asked.dry_run:
        _write(setting, [one for one in found if one.turns], kept, arrival.cards)
    return {**_told(arrival, found, kept), "written": not asked.dry_run}


def _write(setting: Setting, found: list[_New], kept: Sorted, cards: Sequence[Card]) -> None:
    """One unit for all of it: what fails in the middle leaves nothing behind."""
    mind = setting.mind
    speaker = mind.conversation.person_speaker
    with mind.vault.unit() as unit:
        for done, one in enumerate(sorted(found, key=lambda each: each.turns[0].at)):
            setting.advance("importing", done, len(found))
            for loop_id in mind.trail.past.add(unit, one.talk, one.turns, speaker):
                mind.conversation.outstanding.expect(unit, loop_id)
        told = take_in(setting, unit, kept)
        for card in cards:
            text = card.text.encode("utf-8", "replace")
            captured = mind.library.keep(f"{card.name}.md", text, context=kept.source)
            told.append(partial(mind.library.announce, captured))
        unit.commit()
    for tell in told:
        tell()
    if found:
        mind.trail.load()


def _told(arrival: Arrival, found: list[_New], kept: Sorted) -> Json:
    times = [turn.at for talk in arrival.talks for turn in talk.turns]
    every, new = len(times), sum(len(one.turns) for one in found)
    return {
        "source": arrival.source,
        "talks": len(arrival.talks),
        "turns": every,
        "new": new,
        "same": every - new,
        "memories": len(kept.memories),
        "facts": len(kept.facts),
        "corrections": len(kept.corrections),
        "goals": len(kept.goals),
        "items": len(kept.items),
        "thoughts": len(kept.thoughts),
        "documents": [card.name for card in arrival.cards],
        "skipped": [
            {"name": one.name, "why": one.why} for one in (*arrival.skipped, *kept.skipped)[:MOST_SKIPPED]
        ],
        "left_out": len(arrival.skipped) + len(kept.skipped),
        "since": min(times).isoformat() if times else None,
        "until": max(times).isoformat() if times else None,
    }
