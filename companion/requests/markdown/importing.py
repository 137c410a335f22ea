"""Reading an export back: what was changed in its files by hand is corrected, what is missing here is remembered.

An entry's `was` is the text that a changed one had before, `why` the reason of a skipped one; `same` counts what is
here already. Progress: reading back {done, of}.

Facts and memories are read back, of what a person may tell. What was forgotten or put away here does not come back,
and who the companion is cannot be written from outside. All of it is written in one unit or none of it; what is refused
here is left out and named. To read the same folder again changes nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from pydantic import Field

from companion.requests.person import stating
from companion.requests.room import Place, Request, Requests, Setting, record, several
from companion.service import COMMAND, Json
from engine.errors import CompanionError, InvalidInputError, NotFoundError
from engine.export import ReadFile, read_tree
from engine.memory import TELLABLE, MarkdownError, NewNode, NodeKind, ReadNode, read_nodes
from engine.mind import Mind
from engine.person import BY, OWNER, Action, Fact, FactStatus, Proposal, Source, read_profile
from engine.trail import Loop, LoopStatus, StepKind
from engine.vault import UnitOfWork, VaultError

PEOPLE = "people/"
UNREADABLE = "is no text, or too long"
LONGEST_ID = 200
"""Of a companion: a file that names one which there cannot be is of the one that is here."""
FORGOTTEN = "was forgotten or put away here"
OWN = "is of what the companion is, and comes from nobody's file"
INFERRED = "was inferred, and nobody said it"
UNSETTLED = "is not what stands: it is retired or in doubt"
Tell = Callable[[], object]
CarryOut = Callable[[Loop, UnitOfWork], list[Tell]]
"""Changes what an entry changes, within a unit and under the round that what the person says there belongs to; gives
what is to be told once it is durable."""


class ImportMarkdown(Request):
    """Where the tree is; with `dry_run` nothing is written."""

    folder: str = Field(min_length=1, max_length=4096, description="Where the files are.")
    dry_run: bool = Field(default=False, description="Change nothing, and say what would be changed.")


class How(StrEnum):
    """What is to be done with an entry."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact or memory of a file, what it means here, and how that is carried out."""

    how: How
    path: str
    ref: str
    text: str
    was: str = ""
    why: str = ""
    carry_out: CarryOut | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known here before anything is changed: the words of facts, and memories by companion, kind and text."""

    facts: frozenset[str]
    memories: frozenset[tuple[str, NodeKind, str]]

    @classmethod
    def of(cls, mind: Mind) -> "Standing":
        """Read once: a tree may hold thousands of entries."""
        facts = frozenset(fact.text for fact in mind.person.facts())
        nodes = (node for one in mind.everyone for node in one.memory.nodes(TELLABLE))
        return cls(facts, frozenset((node.companion, node.kind, node.text) for node in nodes))


REQUESTS = Requests()
ENTRY = record(path=str, ref=str, text=str, was=str, why=str)
ENTRIES = several(ENTRY)


@REQUESTS.verb(
    "import.markdown",
    "Read such files back: what was changed in them, and what is missing here.",
    place=Place.QUIET,
    gives=record(folder=str, new=ENTRIES, changed=ENTRIES, skipped=ENTRIES, same=int, written=bool),
    changes="memories",
)
def import_markdown(setting: Setting, asked: ImportMarkdown) -> Json:
    """Read the tree and change what it changes, or say what it would change. Raises NoExportError."""
    folder = Path(asked.folder)
    if not folder.is_absolute():
        raise InvalidInputError("folder", "must begin at the root", "Name the folder by its whole path.")
    known = Standing.of(setting.mind)
    entries: dict[str, Entry] = {}
    for file in read_tree(folder):
        for entry in _entries(setting.mind, known, file):
            # A key moment stands on more than one page.
            entries.setdefault(entry.ref or f"{entry.path}: {entry.text}", entry)
    done = list(entries.values()) if asked.dry_run else _write(setting, list(entries.values()))
    shown = {how.value: [_row(one) for one in done if one.how is how] for how in How}
    return {
        "folder": str(folder),
        **shown,
        How.SAME.value: len(shown[How.SAME.value]),
        "written": not asked.dry_run,
    }


def _entries(mind: Mind, known: Standing, file: ReadFile) -> Iterator[Entry]:
    if file.text is None:
        yield Entry(How.SKIPPED, file.path, "", "", why=UNREADABLE)
        return
    try:
        if file.path.startswith(PEOPLE):
            yield from (_of_fact(mind, known, file.path, fact) for fact in read_profile(file.text))
        elif _may_hold_memories(file.text):
            yield from (_of_node(mind, known, file.path, read) for read in read_nodes(file.text))
    except CompanionError as error:
        yield Entry(How.SKIPPED, file.path, "", "", why=error.message)


def _may_hold_memories(text: str) -> bool:
    """Whether a file says of what kind its memories are; documents and reflections have other frontmatter."""
    return '\nkind: "' in text or '"kind": "' in text


def _of_fact(mind: Mind, standing: Standing, path: str, fact: Fact) -> Entry:
    if fact.text in standing.facts:
        return Entry(How.SAME, path, fact.ref, fact.text)
    try:
        known = mind.person.fact(fact.id)
    except NotFoundError:
        return _of_new_fact(mind, path, fact)
    if known.status is not FactStatus.ACTIVE:
        return Entry(How.SKIPPED, path, fact.ref, fact.text, why=UNSETTLED)
    proposal = Proposal(Action.CORRECT, fact.text, fact_id=known.id)
    said = _as_said(mind, fact.text, proposal)
    return Entry(How.CHANGED, path, fact.ref, fact.text, was=known.text, carry_out=said)


def _of_new_fact(mind: Mind, path: str, fact: Fact) -> Entry:
    if fact.status is not FactStatus.ACTIVE:
        return Entry(How.SKIPPED, path, fact.ref, fact.text, why=UNSETTLED)
    if fact.source is not Source.STATED:
        return Entry(How.SKIPPED, path, fact.ref, fact.text, why=INFERRED)
    proposal = Proposal(
        Action.REMEMBER,
        fact.text,
        lens=fact.lens,
        topic=fact.topic,
        volatility=fact.volatility,
        valid_from=fact.valid_from,
        safety=fact.safety,
        private=fact.private,
    )
    return Entry(How.NEW, path, fact.ref, fact.text, carry_out=_as_said(mind, fact.text, proposal))


def _as_said(mind: Mind, text: str, proposal: Proposal) -> CarryOut:
    """The words of a file are the person's own note, and the change rests on them."""
    change = stating(mind, proposal)

    def say(loop: Loop, unit: UnitOfWork) -> list[Tell]:
        speaker = mind.conversation.person_speaker
        step = mind.trail.record(loop, StepKind.NOTE, text, speaker, details={BY: OWNER}, unit=unit)
        update = change(step, unit)
        return [partial(mind.trail.announce, step), partial(mind.person.announce, update)]

    return say


def _of_node(mind: Mind, standing: Standing, path: str, read: ReadNode | MarkdownError) -> Entry:
    if isinstance(read, MarkdownError):
        return Entry(How.SKIPPED, path, "", "", why=read.message)
    new, ref = read.node, f"node:{read.id}" if read.id else ""
    if new.kind not in TELLABLE:
        return Entry(How.SKIPPED, path, ref, new.text, why=OWN)
    whose = read.companion if 0 < len(read.companion) <= LONGEST_ID else mind.trail.companion
    if (whose, new.kind, new.text) in standing.memories:
        return Entry(How.SAME, path, ref, new.text)
    new = replace(new, sources=tuple(each for each in new.sources if _stands(mind, each)), parent=None)
    try:
        known = mind.of(whose).memory.node(read.id, withdrawn=True)
    except NotFoundError:
        return Entry(How.NEW, path, ref, new.text, carry_out=partial(_remember, mind.of(whose), new))
    if not known.stands:
        return Entry(How.SKIPPED, path, ref, new.text, why=FORGOTTEN)

    def rewrite(loop: Loop, unit: UnitOfWork) -> list[Tell]:
        """As a correction: nothing that was made of the old text shapes an answer again."""
        mind.conversation.withdraw([known.ref])
        return _remember(mind.of(whose), new, loop, unit)

    return Entry(How.CHANGED, path, ref, new.text, was=known.text, carry_out=rewrite)


def _remember(mind: Mind, new: NewNode, _loop: Loop, unit: UnitOfWork) -> list[Tell]:
    return [partial(mind.memory.announce, mind.memory.remember(new, unit))]


def _stands(mind: Mind, ref: str) -> bool:
    """Whether what is cited is here; an export may come from another machine."""
    try:
        return bool(mind.forgetting.named([ref]))
    except NotFoundError:
        return False


def _write(setting: Setting, entries: list[Entry]) -> list[Entry]:
    """The same, done in one unit. What is refused is skipped with the reason, and the rest begun anew without it."""
    mind = setting.mind
    if not any(entry.carry_out for entry in entries):
        return entries
    loop = mind.trail.open_loop(COMMAND, COMMAND, "import")
    status = LoopStatus.INTERRUPTED
    try:
        while True:
            refused = _attempt(setting, loop, entries)
            if refused is None:
                break
            at, why = refused
            entries[at] = replace(entries[at], how=How.SKIPPED, why=why, carry_out=None)
        status = LoopStatus.DONE
    finally:
        mind.trail.close_loop(loop.id, status)
    return entries


def _attempt(setting: Setting, loop: Loop, entries: list[Entry]) -> tuple[int, str] | None:
    """Carry all of it out, or nothing; then the place of the entry that was refused, and why."""
    told: list[Tell] = []
    with setting.mind.vault.unit() as unit:
        for at, entry in enumerate(entries):
            setting.advance("reading back", at, len(entries))
            if entry.carry_out is None:
                continue
            try:
                told += entry.carry_out(loop, unit)
            except VaultError:
                # The disk's fault and not the entry's: none of it is written.
                raise
            except CompanionError as error:
                return at, error.message
        unit.commit()
    for tell in told:
        tell()
    return None


def _row(entry: Entry) -> Json:
    return {"path": entry.path, "ref": entry.ref, "text": entry.text, "was": entry.was, "why": entry.why}
