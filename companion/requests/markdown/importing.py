"""Reading an export back: what was changed in its files by hand is corrected, what is missing here is remembered.

* `import.markdown` (folder: absolute; dry_run) → {"folder", "new": [Entry], "changed": [Entry], "same", "skipped":
  [Entry], "written"}; an Entry is {"path", "ref", "text", "was", "why"}: `was` is the text that a changed one had
  before, `why` the reason of a skipped one. `same` counts what is here already

Facts and memories are read back, of what a person may tell. What was forgotten or put away here does not come back,
and who the companion is cannot be written from outside. To read the same folder again changes nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from companion.requests.person import noted, stating
from companion.requests.room import Place, Request, RoomRequest, Setting
from companion.service import Json
from engine.errors import CompanionError, InvalidInputError, NotFoundError
from engine.export import ReadFile, read_tree
from engine.memory import TELLABLE, MarkdownError, NodeKind, ReadNode, read_nodes
from engine.mind import Mind
from engine.person import Action, Fact, FactStatus, Proposal, Source, read_profile

PEOPLE = "people/"
UNREADABLE = "is no text, or too long"
FORGOTTEN = "was forgotten or put away here"
OWN = "is of what the companion is, and comes from nobody's file"
INFERRED = "was inferred, and nobody said it"
UNSETTLED = "is not what stands: it is retired or in doubt"


class ImportMarkdown(Request):
    """Where the tree is; with `dry_run` nothing is written."""

    folder: str = Field(min_length=1, max_length=4096)
    dry_run: bool = False


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
    carry_out: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known here before anything is changed: the words of facts, and memories by kind and text."""

    facts: frozenset[str]
    memories: frozenset[tuple[NodeKind, str]]

    @classmethod
    def of(cls, mind: Mind) -> "Standing":
        """Read once: a tree may hold thousands of entries."""
        facts = frozenset(fact.text for fact in mind.person.facts())
        return cls(facts, frozenset((node.kind, node.text) for node in mind.memory.nodes(TELLABLE)))


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
    done = [entry if asked.dry_run else _carried_out(entry) for entry in entries.values()]
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
    change = stating(mind, proposal)
    return Entry(
        How.CHANGED,
        path,
        fact.ref,
        fact.text,
        was=known.text,
        carry_out=lambda: noted(mind, fact.text, change),
    )


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
    )
    change = stating(mind, proposal)
    return Entry(How.NEW, path, fact.ref, fact.text, carry_out=lambda: noted(mind, fact.text, change))


def _of_node(mind: Mind, standing: Standing, path: str, read: ReadNode | MarkdownError) -> Entry:
    if isinstance(read, MarkdownError):
        return Entry(How.SKIPPED, path, "", "", why=read.message)
    new, ref = read.node, f"node:{read.id}" if read.id else ""
    if new.kind not in TELLABLE:
        return Entry(How.SKIPPED, path, ref, new.text, why=OWN)
    if (new.kind, new.text) in standing.memories:
        return Entry(How.SAME, path, ref, new.text)
    new = replace(new, sources=tuple(each for each in new.sources if _stands(mind, each)), parent=None)
    try:
        known = mind.memory.node(read.id, withdrawn=True)
    except NotFoundError:
        return Entry(How.NEW, path, ref, new.text, carry_out=lambda: mind.memory.remember(new))
    if not known.stands:
        return Entry(How.SKIPPED, path, ref, new.text, why=FORGOTTEN)

    def rewrite() -> None:
        """As a correction: nothing that was made of the old text shapes an answer again."""
        with mind.vault.unit() as unit:
            mind.conversation.withdraw([known.ref])
            remembered = mind.memory.remember(new, unit)
            unit.commit()
        mind.memory.announce(remembered)

    return Entry(How.CHANGED, path, ref, new.text, was=known.text, carry_out=rewrite)


def _stands(mind: Mind, ref: str) -> bool:
    """Whether what is cited is here; an export may come from another machine."""
    try:
        return bool(mind.forgetting.named([ref]))
    except NotFoundError:
        return False


def _carried_out(entry: Entry) -> Entry:
    """The same, done; skipped with the reason where that was refused."""
    try:
        if entry.carry_out is not None:
            entry.carry_out()
    except CompanionError as error:
        return replace(entry, how=How.SKIPPED, why=error.message)
    return entry


def _row(entry: Entry) -> Json:
    return {"path": entry.path, "ref": entry.ref, "text": entry.text, "was": entry.was, "why": entry.why}


REQUESTS = {"import.markdown": RoomRequest(ImportMarkdown, import_markdown, Place.QUIET)}
