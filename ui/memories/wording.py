"""The words for memories: kinds, times, links, sources."""

from PySide6.QtCore import QCoreApplication, QLocale

from ui.character.wording import compass_words
from ui.conversation.wording import full_date
from ui.facts.wording import day
from ui.frame.groups import Line
from ui.memories.linking import Drawn
from ui.memories.narrowing import Felt, Matters, Since, Sort, Who
from ui.memories.records import Access, Conflict, Detail, Document, Doubt, Found, Root, Tie
from ui.shelf.records import Entry, Form, Kind
from ui.widgets.choices import Option
from ui.widgets.rows import Row

translate = QCoreApplication.translate
FORMATS = {"markdown": "Markdown", "text": "Text", "docx": "Word"}
"""Kinds of documents that are not known by their letters."""
MUCH, SOME = 0.5, 0.2
"""From which importance on a document matters so."""


def kind_words(found: Found) -> str:
    """What a result is, as a person calls it."""
    known = {
        "utterance": translate("Memories", "Said"),
        "answer": translate("Memories", "Answered"),
        "fact": translate("Memories", "Known of you"),
        "key_moment": translate("Memories", "Key moment"),
        "shorthand": translate("Memories", "A word of ours"),
        "compass": translate("Memories", "Where we stood"),
        "knowledge": translate("Memories", "Good to know"),
        "value": translate("Memories", "What matters"),
        "core": translate("Memories", "What I am"),
        "core_extension": translate("Memories", "What became part of me"),
        "component": translate("Memories", "Who I am"),
        "capability": translate("Memories", "What I can do"),
        "identity": translate("Memories", "What I am with you"),
        "expression": translate("Memories", "How I speak with you"),
        "artifact": translate("Memories", "Something we made"),
        "anchor": translate("Memories", "Something to hold on to"),
    }
    return known.get(found.kind) or found.kind.replace("_", " ").capitalize()


def who_words(found: Found) -> str:
    """Whose words they are; nobody's for what was made of them."""
    return found.who if found.origin == "trail" else ""


def said_words(found: Found) -> str:
    """What it says."""
    return compass_words(found.text) if found.kind == "compass" else found.text


def title_words(found: Found) -> str:
    """What a result is found by in a list: its title, unless that only says its kind."""
    told = found.title.replace(" ", "_").casefold() != found.kind
    return found.title if found.title and told else said_words(found)


def row_of(found: Found) -> Row:
    """A result as a row."""
    words = [kind_words(found), who_words(found), day(found.at)]
    about = " · ".join(part for part in words if part)
    badge, tone = "", "muted"
    if found.withdrawn:
        badge = translate("Memories", "Taken back")
    elif found.private:
        badge, tone = translate("Memories", "Private"), "accent"
    return Row(found.ref, title_words(found), about, badge, tone, faded=found.withdrawn)


def key_of(found: Found) -> str:
    """What a result's row is found by."""
    return found.ref


def above_words(found: Found) -> str:
    """The line above a result in full."""
    private = translate("Memories", "private: not brought up by itself") if found.private else ""
    words = [kind_words(found), who_words(found), full_date(found.at), private]
    return " · ".join(part for part in words if part)


def pairs_of(found: Found, detail: Detail | None) -> list[tuple[str, str]]:
    """What is known of a result besides its text."""
    if detail is None:
        return []
    told = [
        (translate("Memories", "Tags"), ", ".join(detail.tags)),
        (translate("Memories", "Where I was"), detail.place or ""),
        (translate("Memories", "How it felt"), mood_words(detail)),
        (translate("Memories", "Confirmed"), confirmed_words(found, detail)),
        (translate("Memories", "Brought up"), access_words(detail)),
    ]
    return [(name, value) for name, value in told if value]


def mood_words(detail: Detail) -> str:
    """How it felt when it was kept, empty where nothing was felt."""
    return "" if detail.mood is None else detail.mood.label or ""


def confirmed_words(found: Found, detail: Detail) -> str:
    """When it was last said that it holds; empty where that was when it was kept."""
    at = detail.confirmed_at
    return "" if at is None or at <= found.at else full_date(at)


def access_words(detail: Detail) -> str:
    """How often it was brought up, and when last."""
    if detail.accessed_at is None:
        return translate("Memories", "never yet")
    if detail.accesses == 1:
        return translate("Memories", "once, on {day}").format(day=full_date(detail.accessed_at))
    words = translate("Memories", "{count} times, last on {day}")
    return words.format(count=detail.accesses, day=full_date(detail.accessed_at))


def source_line(root: Root) -> Line:
    """What something rests on, with the way to it: its words and where they are from, or at least what it is."""
    kind = root.ref.partition(":")[0]
    if not root.text:
        known = {
            "episode": translate("Memories", "A time together"),
            "document": translate("Memories", "A document"),
            "step": translate("Memories", "Something that was said"),
            "fact": translate("Memories", "Something that is known of you"),
        }
        if kind not in known:
            return Line(translate("Memories", "No longer there"))
        return Line(known[kind], translate("Memories", "Show it"), root.ref)
    when = full_date(root.at) if root.at is not None else ""
    who = "" if kind == "fact" else root.who
    return Line(root.text, " · ".join(part for part in (who, when) if part), root.ref)


def reword_form(found: Found) -> Form:
    """What is asked to word a memory anew; its title too, where it is found by one."""
    words = translate("Memories", "What is it to say?")
    entries = [Entry("text", words, Kind.LINES, found.text, needed=True)]
    if title_words(found) != said_words(found):
        title = translate("Memories", "What is it called?")
        entries.append(Entry("title", title, Kind.LINE, found.title, needed=True))
    return Form(translate("Memories", "Keep"), entries)


def tie_words(tie: Tie) -> str:
    """How one memory stands to another."""
    known = {
        "elaborates_on": (translate("Memories", "Says more about"), translate("Memories", "Told more in")),
        "relates_to": (translate("Memories", "Has to do with"), translate("Memories", "Has to do with")),
        "contradicts": (translate("Memories", "Contradicts"), translate("Memories", "Contradicted by")),
        "depends_on": (translate("Memories", "Depends on"), translate("Memories", "Needed by")),
        "part_of": (translate("Memories", "Part of"), translate("Memories", "Contains")),
        "cites": (translate("Memories", "Quotes"), translate("Memories", "Quoted in")),
        "continues": (translate("Memories", "Continues"), translate("Memories", "Continued by")),
        "derived_from": (translate("Memories", "Made from"), translate("Memories", "Went into")),
        "thematic": (translate("Memories", "Of one theme with"), translate("Memories", "Of one theme with")),
    }
    out, back = known.get(tie.type, (tie.type, tie.type))
    return out if tie.out else back


def sort_options() -> list[Option]:
    """What can be looked among."""
    return [
        Option(Sort.ALL, translate("Memories", "Everything"), translate("Memories", "Whatever bears on it")),
        Option(Sort.SAID, translate("Memories", "Said"), translate("Memories", "What you and I said")),
        Option(Sort.KNOWN, translate("Memories", "Known"), translate("Memories", "What is known of you")),
        Option(Sort.LIVED, translate("Memories", "Lived"), translate("Memories", "Moments and decisions")),
        Option(
            Sort.UNDERSTOOD, translate("Memories", "Understood"), translate("Memories", "Insights and notes")
        ),
    ]


def since_options() -> list[tuple[str, str]]:
    """Times to look in, with their words."""
    return [
        (Since.EVER.value, translate("Memories", "Any time")),
        (Since.DAY.value, translate("Memories", "Since yesterday")),
        (Since.WEEK.value, translate("Memories", "The last week")),
        (Since.MONTH.value, translate("Memories", "The last month")),
        (Since.YEAR.value, translate("Memories", "The last year")),
    ]


def who_options() -> list[tuple[str, str]]:
    """Whose words to look among."""
    return [
        (Who.ANY.value, translate("Memories", "Whoever said it")),
        (Who.PERSON.value, translate("Memories", "From you")),
        (Who.COMPANION.value, translate("Memories", "What I answered")),
    ]


def felt_options() -> list[tuple[str, str]]:
    """How it may have felt."""
    return [
        (Felt.ANY.value, translate("Memories", "Whatever it felt like")),
        (Felt.GOOD.value, translate("Memories", "Felt good")),
        (Felt.HEAVY.value, translate("Memories", "Felt heavy")),
        (Felt.MIXED.value, translate("Memories", "Felt mixed")),
    ]


def matters_options() -> list[tuple[str, str]]:
    """How much it is to matter."""
    return [
        (Matters.ANY.value, translate("Memories", "However much it matters")),
        (Matters.SOME.value, translate("Memories", "What matters")),
        (Matters.MUCH.value, translate("Memories", "What matters most")),
    ]


def conflict_row(conflict: Conflict | Doubt) -> Row:
    """A contradiction as a row."""
    if isinstance(conflict, Doubt):
        noticed = translate("Memories", "of what I know of you, noticed {day}")
        return Row(conflict.id, conflict.text, noticed.format(day=day(conflict.opened_at)))
    words = translate("Memories", "“{a}” or “{b}”?").format(a=conflict.a.text, b=conflict.b.text)
    return Row(conflict.id, words, translate("Memories", "noticed {day}").format(day=day(conflict.opened_at)))


def conflict_key(conflict: Conflict | Doubt) -> str:
    """What a contradiction's row is found by."""
    return conflict.id


def drawn_options() -> list[Option]:
    """How one memory may stand to another."""
    return [
        Option(
            Drawn.RELATES_TO,
            translate("Memories", "Has to do with"),
            translate("Memories", "They belong together"),
        ),
        Option(
            Drawn.ELABORATES_ON,
            translate("Memories", "Says more about"),
            translate("Memories", "It tells the other in more detail"),
        ),
        Option(
            Drawn.DEPENDS_ON,
            translate("Memories", "Depends on"),
            translate("Memories", "It only holds if the other does"),
        ),
        Option(
            Drawn.CONTRADICTS,
            translate("Memories", "Contradicts"),
            translate("Memories", "Both cannot be so: you will be asked which is"),
        ),
    ]


def access_line(access: Access) -> tuple[str, str]:
    """How a document was used, and when."""
    known = {
        "added": translate("Memories", "Read in"),
        "opened": translate("Memories", "Opened"),
        "cited": translate("Memories", "An answer rested on it"),
    }
    words = known.get(access.kind, access.kind.replace("_", " ").capitalize())
    # A moment of the trail is named by a key that tells a person nothing.
    told = "" if access.context.startswith("step:") else access.context
    return (f"{words}: {told}" if told else words), full_date(access.at)


def document_row(document: Document) -> Row:
    """A document as a row."""
    return Row(document.id, document.name, document_words(document), _used_words(document.accesses))


def document_words(document: Document) -> str:
    """What a document is: its kind, its length, when it was read, and how much it matters."""
    words = translate("Memories", "{format} · {size} letters · read {day} · {matters}")
    size = QLocale().toString(document.characters)
    kind = FORMATS.get(document.format, document.format.upper())
    matters = importance_words(document.importance)
    return words.format(format=kind, size=size, day=day(document.added_at), matters=matters)


def importance_words(importance: float) -> str:
    """How much a document matters (0–1), by how it is used and what hangs on it."""
    if importance >= MUCH:
        return translate("Memories", "matters much")
    return translate("Memories", "matters") if importance >= SOME else translate("Memories", "matters little")


def _used_words(count: int) -> str:
    if count <= 1:
        return translate("Memories", "used once") if count else ""
    return translate("Memories", "used {count} times").format(count=count)


def document_key(document: Document) -> str:
    """What a document's row is found by."""
    return document.id


def told_words(verb: str, besides: int = 0) -> str:
    """What was just done to a memory; `besides` is how much went with what was forgotten."""
    with_it = translate("Memories", "Forgotten, with what rested on it: {count} more.").format(count=besides)
    return {
        "forget": with_it if besides else translate("Memories", "Forgotten."),
        "undo": translate("Memories", "Taken back."),
        "archive": translate("Memories", "Put away. It is found no more until it is brought back."),
        "restore": translate("Memories", "Brought back."),
        "hide": translate("Memories", "Private now, with what was made from it."),
        "show": translate("Memories", "No longer private."),
        "resolve": translate("Memories", "Settled."),
        "sleep": translate("Memories", "I sleep on it. That takes a while."),
        "slept": translate("Memories", "Slept on it. What it hangs together with stands below."),
        "slept on": translate("Memories", "Slept on it: there was nothing to change."),
        "unconfirm": translate("Memories", "It counts as before."),
        "confirm": translate("Memories", "Good to know that it still holds."),
        "reword": translate("Memories", "In your words now. What stood there before is kept."),
        "unword": translate("Memories", "It says again what it said before."),
        "link": translate("Memories", "Linked."),
        "unlink": translate("Memories", "Linked no more."),
        "contradict": translate("Memories", "Linked. Under Contradictions you say which is right."),
    }[verb]


def document_told(verb: str, document: Document) -> str:
    """What was just done to a document."""
    return {
        "added": translate("Memories", "Read: {name}"),
        "known": translate("Memories", "Read before: {name}"),
        "forgotten": translate("Memories", "Deleted for good: {name}"),
    }[verb].format(name=document.name)
