"""The words for what is inferred: its rooms and kinds, what it says, what it rests on."""

from PySide6.QtCore import QCoreApplication

from ui.character.wording import compass_words
from ui.conversation.wording import full_date
from ui.facts.wording import day
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row
from ui.you.inferences import Inferences
from ui.you.records import Inferred, Root

translate = QCoreApplication.translate


def room_words() -> dict[str, tuple[str, str]]:
    """What each room is called here, and what is inferred there."""
    return {
        "memory": (translate("You", "Memories"), translate("You", "What our talks came to mean")),
        "identity": (
            translate("You", "The two of us"),
            translate("You", "How I am with you, and where we stand"),
        ),
        "mood": (
            translate("You", "How you seem"),
            translate("You", "How you seemed to me over the last weeks"),
        ),
        "cognition": (
            translate("You", "What I believe"),
            translate("You", "What I take to be so, and foresee"),
        ),
        "notes": (translate("You", "My notes"), translate("You", "What I wrote down after our talks")),
    }


def room_options(inferences: Inferences) -> list[Option]:
    """The rooms to choose from, each with how much is of it."""
    every = counted(translate("You", "All"), inferences.count(""))
    return [
        Option("", every, translate("You", "Whichever part of me infers it")),
        *(
            Option(room, counted(words, inferences.count(room)), tip)
            for room, (words, tip) in room_words().items()
        ),
    ]


def kind_words(one: Inferred) -> str:
    """What it is, as a person calls it."""
    known = {
        "key_moment": translate("You", "Key moment"),
        "identity": translate("You", "What I am with you"),
        "expression": translate("You", "How I speak with you"),
        "compass": translate("You", "Where we stand"),
        "shorthand": translate("You", "A word that we share"),
        "seeming": translate("You", "A guess"),
        "decline": translate("You", "A guess"),
        "model": translate("You", "Belief"),
    }
    return known.get(one.kind) or one.kind.replace("_", " ").capitalize()


def said_words(one: Inferred) -> str:
    """What it says."""
    if one.kind == "decline":
        return translate("You", "It seems to have got harder for you over these weeks.")
    if one.kind == "compass":
        return compass_words(one.text)
    if one.kind != "seeming":
        return one.text
    known = {
        "glad": translate("You", "You seemed glad."),
        "tired": translate("You", "You seemed tired."),
        "tense": translate("You", "You seemed tense."),
        "low": translate("You", "You seemed low."),
        "unwell": translate("You", "You seemed unwell."),
    }
    return known.get(one.text, one.text)


def row_of(one: Inferred) -> Row:
    """As a row."""
    room = room_words()[one.room][0]
    # Of these rooms the name says what each thing in them is.
    told = [room, day(one.at)] if one.room in {"mood", "notes"} else [kind_words(one), room, day(one.at)]
    badge = translate("You", "Private") if one.private else ""
    return Row(one.ref, " ".join(said_words(one).split()), " · ".join(told), badge, "accent")


def key_of(one: Inferred) -> str:
    """What its row is found by."""
    return one.ref


def above_words(one: Inferred) -> str:
    """The line above it in full: that nobody told it, and how sure it is."""
    told = [kind_words(one), translate("You", "not told, but inferred"), full_date(one.at)]
    if one.confidence is not None:
        told.append(translate("You", "{percent}% sure").format(percent=round(100 * one.confidence)))
    if one.private:
        told.append(translate("You", "for your eyes alone"))
    return " · ".join(told)


def root_words(root: Root) -> tuple[str, str]:
    """What it rests on: the words, and where they are from."""
    kind = root.ref.partition(":")[0]
    if not root.text:
        names = {
            "episode": translate("You", "A time together"),
            "document": translate("You", "A document"),
            "step": translate("You", "Something that was said"),
            "reflection": translate("You", "What I thought of an exchange"),
        }
        return names.get(kind, translate("You", "Something that I made of it")), ""
    when = full_date(root.at) if root.at is not None else ""
    who = translate("You", "Known of you") if kind == "fact" else root.who
    return root.text, " · ".join(part for part in (who, when) if part)


def gone_words(one: Inferred) -> str:
    """That it was taken back."""
    words = (
        translate("You", "I take it for true no more: {text}")
        if "deny" in one.verbs
        else translate("You", "Taken back: {text}")
    )
    return words.format(text=" ".join(said_words(one).split()))


def back_words(one: Inferred) -> str:
    """That it stands again."""
    return translate("You", "It stands again: {text}").format(text=" ".join(said_words(one).split()))
