"""What surfaces ask of directives. Only the person asks here: they have no other way in.

* `directives.list` → {"directives": in order, "withdrawn"}; `directives.versions` (directive) → {"versions"}
* `directives.add` (text, place or null), `directives.change` (directive, text), `directives.move` (directive, place),
  `directives.withdraw` (directive) → {"directive"}
"""

from typing import Annotated

from pydantic import Field

from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json
from engine.identity import Directive

Text = Annotated[str, Field(min_length=1, max_length=2000)]
Id = Annotated[str, Field(min_length=1, max_length=64, description="The id of the directive.")]


class AddDirective(Request):
    """A new one, last or at a place from 1."""

    text: Text = Field(description="What it is to keep to.")
    place: int | None = Field(default=None, ge=1, le=100, description="Where it stands, from 1; else last.")


class ChangeDirective(Request):
    """Another wording."""

    directive: Id
    text: Text = Field(description="How it is to read.")


class MoveDirective(Request):
    """Another place, from 1."""

    directive: Id
    place: int = Field(ge=1, le=100, description="Where it is to stand, from 1.")


class NamedDirective(Request):
    """A directive by its id."""

    directive: Id


def list_directives(setting: Setting, _: Nothing) -> Json:
    """Those that hold, and those that were taken back."""
    book = setting.mind.identity.directives
    return {
        "directives": [one.model_dump(mode="json") for one in book.all()],
        "withdrawn": [one.model_dump(mode="json") for one in book.withdrawn()],
    }


def directive_versions(setting: Setting, asked: NamedDirective) -> Json:
    """Every wording of one."""
    versions = setting.mind.identity.directives.versions(asked.directive)
    return {"versions": [one.model_dump(mode="json") for one in versions]}


def add_directive(setting: Setting, asked: AddDirective) -> Json:
    """Write one."""
    return _directive(setting.mind.identity.directives.add(asked.text, asked.place))


def change_directive(setting: Setting, asked: ChangeDirective) -> Json:
    """Word one anew. What it said before stops shaping answers at once."""
    changed = setting.mind.identity.directives.change(asked.directive, asked.text)
    setting.mind.conversation.withdraw([changed.ref])
    return _directive(changed)


def move_directive(setting: Setting, asked: MoveDirective) -> Json:
    """Sort one."""
    return _directive(setting.mind.identity.directives.move(asked.directive, asked.place))


def withdraw_directive(setting: Setting, asked: NamedDirective) -> Json:
    """Take one back: it stops shaping answers at once."""
    gone = setting.mind.identity.directives.withdraw(asked.directive)
    setting.mind.conversation.withdraw([gone.ref])
    return _directive(gone)


def _directive(one: Directive) -> Json:
    return {"directive": one.model_dump(mode="json")}


REQUESTS = {
    "directives.list": RoomRequest(Nothing, list_directives, words="Those that hold, in their order."),
    "directives.versions": RoomRequest(
        NamedDirective, directive_versions, words="Every wording of one, oldest first."
    ),
    "directives.add": RoomRequest(AddDirective, add_directive, words="Write one.", changes="directives"),
    "directives.change": RoomRequest(
        ChangeDirective,
        change_directive,
        words="Word one anew; the earlier wording is kept.",
        changes="directives",
    ),
    "directives.move": RoomRequest(MoveDirective, move_directive, words="Sort one.", changes="directives"),
    "directives.withdraw": RoomRequest(
        NamedDirective,
        withdraw_directive,
        words="Take one back: it holds no longer, from the next answer on.",
        changes="directives",
    ),
}
