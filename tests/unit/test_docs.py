"""The site's pages: every one is in its contents, and every command that the guide names exists."""

import re
from pathlib import Path

from companion.cli.listed import LISTED
from companion.cli.main import app
from companion.window.places import LISTED as PLACES
from installers.pictures import PICTURES, SIDES, file_name

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_every_page_stands_in_the_contents() -> None:
    listed = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    assert listed == {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")}


def test_the_guide_names_commands_that_exist() -> None:
    known = {one.name for one in LISTED} | {
        one.callback.__name__ for one in app.registered_commands if one.callback
    }
    named = {
        word
        for file in (DOCS / "guide").glob("*.md")
        for word in re.findall(
            r"companion ([a-z][a-z-]*)",
            "".join(re.findall(r"`[^`]+`|^    .+", file.read_text("utf-8"), re.MULTILINE)),
        )
    }
    assert named
    assert named <= known


def test_the_guide_shows_every_place_as_it_is_pictured() -> None:
    guide = (DOCS / "guide" / "places.md").read_text("utf-8")
    assert re.findall("^## (.+)$", guide, re.MULTILINE) == [place.title for place in PLACES]
    shown = {
        picture
        for page in DOCS.rglob("*.md")
        for picture in re.findall(r"pictures/(\S+)\.webp\)", page.read_text())
    }
    taken = {file_name(name) for name in (*(place.key for place in PLACES), *SIDES)}
    assert shown == taken
    assert {file.stem for file in PICTURES.glob("*.webp")} == taken


def test_every_picture_and_page_that_is_named_is_there() -> None:
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} names {target}"
