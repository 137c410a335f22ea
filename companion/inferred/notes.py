"""The companion's notes on what was said, in its own words; each goes with what it was written about."""

from collections.abc import Iterator
from datetime import datetime

from companion.inferred.records import Inferred, InferredRoom
from engine.mind import Mind
from engine.vault import Document

NOTES, NOTE = "notes/", "note"
MOST = 100
"""The latest: there is one of every exchange that left one."""


def offered(mind: Mind) -> Iterator[Inferred]:
    """The latest notes with this person."""
    for path in mind.vault.documents.list(NOTES)[-MOST:]:
        document = mind.vault.documents.get(path)
        if document is not None and _is_ours(mind, document) and document.text.strip():
            yield Inferred(
                ref=f"reflection:{document.meta['loop']}",
                room=InferredRoom.NOTES,
                kind=NOTE,
                text=document.text.strip(),
                at=datetime.fromisoformat(document.meta["at"]),
                rests=tuple(document.meta.get("sources", ())),
            )


def _is_ours(mind: Mind, document: Document) -> bool:
    """A note that is a memory of its own is offered there."""
    meta = document.meta
    return "loop" in meta and (meta["companion"], meta["person"]) == (mind.trail.companion, mind.trail.person)
