"""Writing everything as files a person can read."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from pydantic import Field

from companion.requests.markdown.pages import felt, pages
from companion.requests.room import Place, Request, Requests, Setting, record
from companion.service import Json
from engine.errors import InvalidInputError
from engine.export import Exporter, Provider, snake_case, stored
from engine.ids import NOTHING, Refs
from engine.mind import Mind
from engine.trail import verbatim


class ExportMarkdown(Request):
    """Where the tree is to stand; with `dry_run` it is only counted. What is private is in it by choice alone."""

    folder: str = Field(min_length=1, max_length=4096, description="The folder to write it into.")
    dry_run: bool = Field(default=False, description="Write nothing, and say what would be written.")
    private: bool = Field(default=False, description="With what is private, which is else left out.")


REQUESTS = Requests()
COMPANIONS = "companions"
"""The folder of the vault's other companions, one each."""


def providers(mind: Mind, *, private: bool = False) -> Iterable[Provider]:
    """Every room's files: what is stored as Markdown as it stands, the rest rendered ([A] §7, [E] §11.2).

    What belongs to the person is there once, and so is all that is stored, whichever companion's. What is rendered of
    the companions that are not spoken with now stands in a folder of each.
    """
    # Directives and books are no claims, and rest on nothing. The library's own provider leaves out what was withdrawn.
    hidden = NOTHING if private else mind.private()
    return (
        stored(mind.vault, leave_out=("library/",), private=private, hidden=hidden),
        mind.library.export_markdown,
        partial(mind.person.export_markdown, hidden),
        partial(pages, mind, hidden),
        partial(mind.intent.export_markdown, hidden),
        partial(verbatim, mind.trail, hidden),
        *_own(mind, hidden),
        *(
            partial(_below, f"{COMPANIONS}/{snake_case(each)}", _own(absent, hidden))
            for each, absent in mind.absent.items()
        ),
    )


def _own(mind: Mind, hidden: Refs) -> Iterable[Provider]:
    """The files of what belongs to one companion."""
    return (
        partial(mind.cognition.export_markdown, hidden),
        mind.identity.export_markdown,
        partial(mind.memory.export_markdown, hidden),
        partial(mind.night.results.export_markdown, hidden),
        partial(felt, mind, hidden),
    )


def _below(folder: str, given: Iterable[Provider]) -> Iterator[tuple[str, str]]:
    for provider in given:
        yield from ((f"{folder}/{path}", text) for path, text in provider())


@REQUESTS.verb(
    "export.markdown",
    "Write everything as Markdown that you can read and edit.",
    place=Place.BESIDE,
    gives=record(folder=str, files=int, by_part=dict[str, int], characters=int, written=bool),
    changes="files",
)
def export_markdown(setting: Setting, asked: ExportMarkdown) -> Json:
    """Write the tree, or say what it would hold."""
    folder = Path(asked.folder)
    if not folder.is_absolute():
        raise InvalidInputError("folder", "must begin at the root", "Name the folder by its whole path.")
    every = tuple(providers(setting.mind, private=asked.private))
    exporter = Exporter(every, setting.mind.clock, partial(setting.advance, "writing"))
    done = exporter.preview(folder) if asked.dry_run else exporter.write(folder)
    return {
        "folder": str(done.folder),
        "files": len(done.files),
        "by_part": dict(Counter(file.partition("/")[0] for file in done.files)),
        "characters": done.characters,
        "written": not asked.dry_run,
    }
