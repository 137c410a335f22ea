"""What is remembered in the format of Continuity's own export (`continuity-memory-v1`, [C] §11), for who moves on.

What is claimed about the person is no memory there, and what the companion is alone is not a person's to hand on:
`export.markdown` and the archive have all of it.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from pydantic import Field

from companion.requests.room import OfOne, Place, Requests, Setting, record
from companion.service import Json
from engine.errors import InvalidInputError
from engine.ids import NOTHING, is_open
from engine.memory import TELLABLE, Node, continuity_of
from engine.vault import file_border

FORMAT = "continuity-memory-v1"
TOLD_EVERY = 200


class ExportContinuity(OfOne):
    """Where the file is to stand; with `dry_run` it is only counted. What is private is in it by choice alone."""

    path: str = Field(min_length=1, max_length=4096, description="The file to write, which is not there yet.")
    private: bool = Field(default=False, description="With what is private, which is else left out.")
    dry_run: bool = Field(default=False, description="Write nothing, and say what would be written.")


REQUESTS = Requests()


@REQUESTS.verb(
    "export.continuity",
    "Write what is remembered as one file for Continuity.",
    place=Place.BESIDE,
    gives=record(path=str, memories=int, by_type=dict[str, int], written=bool),
    changes="files",
)
def export_continuity(setting: Setting, asked: ExportContinuity) -> Json:
    """Write it, in the clear, or say what it would hold. Raises InvalidInputError, StorageFaultError."""
    path, mind = Path(asked.path), asked.kept_in(setting.mind)
    if not path.is_absolute() or path.exists():
        raise InvalidInputError(
            "path", "must be the whole path of a file that is not there", "Name another one."
        )
    hidden = NOTHING if asked.private else mind.private()
    nodes = [node for node in mind.memory.nodes(TELLABLE) if is_open(hidden, node.ref, node.sources)]
    rows = []
    for done, node in enumerate(nodes):
        if done % TOLD_EVERY == 0:
            setting.advance("writing", done, len(nodes))
        rows.append(_row(node))
    if not asked.dry_run:
        metadata = {
            "exportedAt": mind.clock.now().isoformat(),
            "totalMemories": len(rows),
            "exportVersion": "1.0",
            "includeVectors": False,
            "importable": True,
            "format": FORMAT,
        }
        body = json.dumps({"metadata": metadata, "memories": rows}, ensure_ascii=False, indent=1)
        with file_border():
            path.touch(mode=0o600)
            path.write_bytes(f"{body}\n".encode("utf-8", "replace"))
    counts = dict(Counter(row["type"] for row in rows))
    return {"path": str(path), "memories": len(rows), "by_type": counts, "written": not asked.dry_run}


def _row(node: Node) -> dict[str, Any]:
    return {
        "id": node.id,
        "type": continuity_of(node.kind),
        "content": node.text,
        "importance": round(10 * node.importance, 1),
        "confidence": node.confidence,
        "tags": list(node.tags),
        "timestamp": node.event_at.isoformat(),
        "recallCount": node.recalls,
    }
