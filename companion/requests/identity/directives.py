"""What surfaces ask of directives. Only the person asks here: they have no other way in.

* `directives.list` → {"directives": in order, "withdrawn"}; `directives.versions` (directive) → {"versions"}
* `directives.add` (text, place or null), `directives.change` (directive, text), `directives.move` (directive, place),
  `directives.withdraw` (directive) → {"directive"}
"""

from pydantic import Field

from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json
from engine.identity import Directive

Text = Field(min_length=1, max_length=2000)
Id = Field(min_length=1, max_length=64)


class AddDirective(Request):
    """A new one, last or at a place from 1."""

    text: str = Text
    place: int | None = Field(default=None, ge=1, le=100)


class ChangeDirective(Request):
    """Another wording."""

    directive: str = Id
    text: str = Text


class MoveDirective(Request):
    """Another place, from 1."""

    directive: str = Id
    place: int = Field(ge=1, le=100)


class NamedDirective(Request):
    """A directive by its id."""

    directive: str = Id


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
    "directives.list": RoomRequest(Nothing, list_directives),
    "directives.versions": RoomRequest(NamedDirective, directive_versions),
    "directives.add": RoomRequest(AddDirective, add_directive),
    "directives.change": RoomRequest(ChangeDirective, change_directive),
    "directives.move": RoomRequest(MoveDirective, move_directive),
    "directives.withdraw": RoomRequest(NamedDirective, withdraw_directive),
}
