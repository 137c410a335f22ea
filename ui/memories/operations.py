"""What the Memories place asks of the mind, typed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from pydantic import TypeAdapter

from ui.doors import Door, Json, OnFailure
from ui.memories.narrowing import Narrowing
from ui.memories.records import Access, Conflict, Detail, Document, Doubt, Found

LONGEST_QUERY = 2000
SLEEP = ["sleep.integration", "sleep.discovery"]
"""What sleeping on a memory is: whether it is known already, and what it belongs together with."""
USUAL, MOST = 100, 500
"""How many a search finds at first, and at most."""
_found = TypeAdapter(list[Found])
_conflicts = TypeAdapter(list[Conflict])
_doubts = TypeAdapter(list[Doubt])
_accesses = TypeAdapter(list[Access])
_documents = TypeAdapter(list[Document])
OnFound = Callable[[list[Found]], None]


def search(
    door: Door, query: str, narrowing: Narrowing, most: int = USUAL, *, success: OnFound, failure: OnFailure
) -> None:
    """At most `most` (`MOST`) facts, Steps and nodes that bear on `query`, best first."""
    asked: Json = {
        "query": query[:LONGEST_QUERY],
        "kinds": list(narrowing.kinds),
        "since": narrowing.since.value or None,
        "limit": most,
    }
    if narrowing.felt:
        asked["valence"] = narrowing.felt.value
    if narrowing.matters.least:
        asked["min_importance"] = narrowing.matters.least
    door.question("recall", asked, success=_results(success), failure=failure)


def latest(door: Door, archived: bool, page: tuple[int, int], success: OnFound, failure: OnFailure) -> None:
    """The latest nodes, or those that were put away; `page` are how many are passed over, and how many are read."""
    skip, limit = page
    asked = {"archived": archived, "skip": skip, "limit": limit}
    door.question("memory.list", asked, success=_results(success), failure=failure)


def detail(door: Door, node_id: str, success: Callable[[Detail], None], failure: OnFailure) -> None:
    """A node with its links and what it rests on."""
    door.question(
        "memory.node",
        {"node": node_id},
        success=lambda result: success(Detail.model_validate(result)),
        failure=failure,
    )


def put_away(door: Door, node_id: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Archive a node."""
    door.change("memory.archive", {"node": node_id}, success=lambda _: success(), failure=failure)


def take_out(door: Door, node_id: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Bring a node back that was put away."""
    door.change("memory.restore", {"node": node_id}, success=lambda _: success(), failure=failure)


def keep_private(
    door: Door, node_id: str, private: bool, success: Callable[[int], None], failure: OnFailure
) -> None:
    """Keep a node private, with what was made from it; without `private` show it alone again.

    Told with how many things went with it.
    """
    asked = {"node": node_id, "private": private}
    door.change("memory.private", asked, success=lambda done: success(len(done["besides"])), failure=failure)


def confirm_as_before(
    door: Door, node_id: str, at: datetime, success: Callable[[], None], failure: OnFailure
) -> None:
    """Take back that a memory was confirmed: it counts as fresh since `at`, as it did."""
    given = {"node": node_id, "at": at.isoformat()}
    door.change("memory.confirm", given, success=lambda _: success(), failure=failure)


def confirm(door: Door, node_id: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Say that a node still holds."""
    door.change("memory.confirm", {"node": node_id}, success=lambda _: success(), failure=failure)


def reword(
    door: Door,
    node_id: str,
    words: Mapping[str, str],
    success: Callable[[Found], None],
    failure: OnFailure,
) -> None:
    """Let a node say what the person wrote: `text`, and `title` where it has one. Told with what stands there now."""
    door.change("memory.reword", {"node": node_id, **words}, success=_row(success), failure=failure)


def sleep_on(door: Door, ref: str, success: Callable[[list[str]], None], failure: OnFailure) -> None:
    """Sleep on one memory now, and on no other; answers with the runs that changed something, the last first."""

    def read(found: Json) -> None:
        changed = [job["id"] for job in found["jobs"] if any(one["changes"] for one in job["rounds"])]
        success(changed[::-1])

    asked = {"kinds": SLEEP, "sleep": {"memories": [ref]}}
    door.change("night.run", asked, success=read, failure=failure)


def wake_from(door: Door, run: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Take back what a run changed."""
    door.change("night.undo", {"run": run}, success=lambda _: success(), failure=failure)


def unword(door: Door, node_id: str, success: Callable[[Found], None], failure: OnFailure) -> None:
    """Let stand again what a node said before that."""
    door.change("memory.unword", {"node": node_id}, success=_row(success), failure=failure)


def tie(
    door: Door,
    verb: str,
    ends: tuple[str, str],
    drawn: str,
    *,
    success: Callable[[], None],
    failure: OnFailure,
) -> None:
    """`link` the first node with the second by a type of link, or `unlink` them."""
    asked = {"origin": ends[0], "target": ends[1], "type": drawn}
    door.change(f"memory.{verb}", asked, success=lambda _: success(), failure=failure)


def conflicts(door: Door, success: Callable[[list[Conflict], list[Doubt]], None], failure: OnFailure) -> None:
    """Contradictions that wait for the person, of memories and of facts."""

    def read(result: Json) -> None:
        success(
            _conflicts.validate_python(result["contradictions"]), _doubts.validate_python(result["of_facts"])
        )

    door.question("memory.contradictions", {}, success=read, failure=failure)


def resolve(
    door: Door,
    conflict_id: str,
    choice: str,
    text: str,
    *,
    success: Callable[[], None],
    failure: OnFailure,
) -> None:
    """Carry out what the person chose; `text` only for a merge."""
    asked = {"contradiction": conflict_id, "choice": choice, "text": text or None}
    door.change("memory.resolve", asked, success=lambda _: success(), failure=failure)


def reopen(door: Door, conflict_id: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Take back how a contradiction was settled."""
    door.change("memory.reopen", {"contradiction": conflict_id}, success=lambda _: success(), failure=failure)


def forget(door: Door, refs: Sequence[str], success: Callable[[int], None], failure: OnFailure) -> None:
    """Take it back, with all that rests on it; told with how many things that were."""

    def forgotten(answer: Json) -> None:
        success(sum(answer["forgotten"].values()))

    door.change("forget.withdraw", {"refs": list(refs)}, success=forgotten, failure=failure)


def bring_back(door: Door, refs: Sequence[str], success: Callable[[], None], failure: OnFailure) -> None:
    """Let stand again what was forgotten, with all that went for it."""
    door.change("forget.restore", {"refs": list(refs)}, success=lambda _: success(), failure=failure)


def documents(door: Door, success: Callable[[list[Document]], None], failure: OnFailure) -> None:
    """Every document, most important first."""
    door.question(
        "library.list",
        {},
        success=lambda result: success(_documents.validate_python(result["documents"])),
        failure=failure,
    )


def add_document(
    door: Door, path: str, success: Callable[[Document, bool], None], failure: OnFailure
) -> None:
    """Read a file; told with whether it is a new one."""
    door.change(
        "library.add",
        {"path": path},
        success=lambda result: success(Document.model_validate(result["document"]), bool(result["new"])),
        failure=failure,
    )


def accesses(
    door: Door, document_id: str, most: int, success: Callable[[list[Access]], None], failure: OnFailure
) -> None:
    """When a document was used, newest first."""
    door.question(
        "library.accesses",
        {"document": document_id, "limit": most},
        success=lambda result: success(_accesses.validate_python(result["accesses"])),
        failure=failure,
    )


def open_document(door: Door, document_id: str, success: Callable[[str], None], failure: OnFailure) -> None:
    """The whole text of a document, as Markdown; it counts as used."""
    door.question(
        "library.open",
        {"document": document_id},
        success=lambda found: success(found["text"]),
        failure=failure,
    )


def forget_document(door: Door, document_id: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Delete a document for good."""
    door.change("library.forget", {"document": document_id}, success=lambda _: success(), failure=failure)


def _row(success: Callable[[Found], None]) -> Callable[[Json], None]:
    return lambda result: success(Found.model_validate(result["row"]))


def _results(success: OnFound) -> Callable[[Json], None]:
    return lambda result: success(_found.validate_python(result["results"]))
