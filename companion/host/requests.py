"""The parameters of each request, checked at the border."""

from typing import Literal

from pydantic import Field

from companion.requests import Nothing, Request, read

LONGEST_UTTERANCE = 100_000
__all__ = ["Draft", "GiveUp", "Goodbye", "History", "Nothing", "Request", "Say", "Stop", "UseModel", "read"]


class Say(Request):
    """What the person says, on which surface.

    `focus` is how hard it is to be thought about, 0–5; None leaves it to the surface, or with `harder` to the settings.
    `off_record`: nothing is recalled for it, and nothing of it is kept ([C] §4).
    """

    text: str = Field(min_length=1, max_length=LONGEST_UTTERANCE)
    surface: str = Field(min_length=1, max_length=64)
    focus: int | None = Field(default=None, ge=0, le=5)
    harder: bool = False
    off_record: bool = False


class Draft(Request):
    """What is being typed on a surface, as far as it goes; empty where it was given up.

    `coming`: something will be said, though nothing of it is known yet.
    """

    text: str = Field(max_length=LONGEST_UTTERANCE)
    surface: str = Field(min_length=1, max_length=64)
    off_record: bool = False
    coming: bool = False


class Goodbye(Request):
    """The end of the time together, or with `off_record` of what was said so on that surface."""

    off_record: bool = False
    surface: str = Field(default="", max_length=64)


class Stop(Request):
    """Stop the answer of one loop, or without an id the one that is being given."""

    loop_id: str | None = None


class GiveUp(Request):
    """End what takes long without having done anything of it: a request by its name, such as an import."""

    request: str = Field(min_length=1, max_length=64)


class History(Request):
    """A page of exchanges, the latest before `before`."""

    limit: int = Field(default=20, ge=1, le=500)
    before: str | None = None


class UseModel(Request):
    """Choose the model for a role."""

    role: Literal["day", "night"] = "day"
    name: str = Field(min_length=1, max_length=200)
