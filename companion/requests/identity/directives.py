"""What surfaces ask of directives. Only the person asks here: they have no other way in."""

from typing import Annotated

from pydantic import Field

from companion.requests.room import Nothing, Request, Requests, Setting, record
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


REQUESTS = Requests()


@REQUESTS.verb(
    "directives.list",
    "Those that hold, in their order.",
    gives=record(directives=list[Directive], withdrawn=list[Directive]),
)
def list_directives(setting: Setting, _: Nothing) -> Json:
    """Those that hold, and those that were taken back."""
    book = setting.mind.identity.directives
    return {
        "directives": [one.model_dump(mode="json") for one in book.all()],
        "withdrawn": [one.model_dump(mode="json") for one in book.withdrawn()],
    }


@REQUESTS.verb(
    "directives.versions", "Every wording of one, oldest first.", gives=record(versions=list[Directive])
)
def directive_versions(setting: Setting, asked: NamedDirective) -> Json:
    """Every wording of one."""
    versions = setting.mind.identity.directives.versions(asked.directive)
    return {"versions": [one.model_dump(mode="json") for one in versions]}


@REQUESTS.verb("directives.add", "Write one.", gives=record(directive=Directive), changes="directives")
def add_directive(setting: Setting, asked: AddDirective) -> Json:
    """Write one."""
    return _directive(setting.mind.identity.directives.add(asked.text, asked.place))


@REQUESTS.verb(
    "directives.change",
    "Word one anew; the earlier wording is kept.",
    gives=record(directive=Directive),
    changes="directives",
)
def change_directive(setting: Setting, asked: ChangeDirective) -> Json:
    """Word one anew. What it said before stops shaping answers at once."""
    changed = setting.mind.identity.directives.change(asked.directive, asked.text)
    setting.mind.conversation.withdraw([changed.ref])
    return _directive(changed)


@REQUESTS.verb("directives.move", "Sort one.", gives=record(directive=Directive), changes="directives")
def move_directive(setting: Setting, asked: MoveDirective) -> Json:
    """Sort one."""
    return _directive(setting.mind.identity.directives.move(asked.directive, asked.place))


@REQUESTS.verb(
    "directives.withdraw",
    "Take one back: it holds no longer, from the next answer on.",
    gives=record(directive=Directive),
    changes="directives",
)
def withdraw_directive(setting: Setting, asked: NamedDirective) -> Json:
    """Take one back: it stops shaping answers at once."""
    gone = setting.mind.identity.directives.withdraw(asked.directive)
    setting.mind.conversation.withdraw([gone.ref])
    return _directive(gone)


def _directive(one: Directive) -> Json:
    return {"directive": one.model_dump(mode="json")}
