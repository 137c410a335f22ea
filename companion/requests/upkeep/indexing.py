"""Building anew what is searched, from what is kept ([E] §2.2, upkeep): nothing that is kept changes.

* `indexes.rebuild` → {"indexed": {"said", "memories", "documents"}}: how many of each had no vector, and have one now.
  Progress: indexing {done, of}
"""

from companion.requests.room import Nothing, Place, RoomRequest, Setting
from companion.service import Json
from engine.library import Library
from engine.memory import Memory
from engine.trail import Trail


def rebuild(setting: Setting, _asked: Nothing) -> Json:
    """Read all of it again, and give a vector to what has none. Raises EmbeddingError."""
    mind = setting.mind
    rooms: dict[str, Trail | Memory | Library] = {
        "said": mind.trail, "memories": mind.memory, "documents": mind.library,
    }  # fmt: skip
    indexed = {}
    for done, (name, room) in enumerate(rooms.items()):
        setting.report({"stage": "indexing", "done": done, "of": len(rooms)})
        room.load()
        indexed[name] = room.catch_up(setting.give_way)
    return {"indexed": indexed}


REQUESTS = {
    "indexes.rebuild": RoomRequest(
        Nothing, rebuild, Place.QUIET, words="Build what is searched anew, from what is kept."
    )
}
