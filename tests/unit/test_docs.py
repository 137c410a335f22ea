"""The site's pages: every one is in its contents, and what the guide names and shows is there."""

import re
from datetime import UTC, datetime
from pathlib import Path

from companion.cli.program.network import WORDS
from companion.doctor import machine
from companion.window.places import LISTED as PLACES
from engine.network import Allowed
from installers.commands import command_tree
from installers.desktop import metainfo
from installers.pictures import PICTURES, SIDES, file_name

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_every_page_stands_in_the_contents() -> None:
    listed = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    assert listed == {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")}


def said_commands() -> list[tuple[str, list[str]]]:
    """Every command line that the guide and the README show, by the page."""
    pages = [*(DOCS / "guide").glob("*.md"), DOCS / "installing.md", ROOT / "README.md"]
    return [
        (page.name, line.split("#")[0].split())
        for page in pages
        for line in re.findall(
            r"(?:`|^    |bin/)companion ([a-z][^`\n]*)", page.read_text("utf-8"), re.MULTILINE
        )
    ]


def test_the_guide_names_commands_and_options_that_exist() -> None:
    tree = command_tree()
    assert len(said_commands()) > 60
    for page, words in said_commands():
        place = tree
        for word in words:
            below = next((one for one in place.below if one.path[-1] == word), None)
            place = below or place
        assert place.path, f"{page}: companion {' '.join(words)}"
        known = {*place.names, *tree.names}
        options = {word.split("=")[0].rstrip(",") for word in words if word.startswith("--")}
        assert options <= known, f"{page}: companion {' '.join(words)}"


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


def test_what_the_guide_says_of_refused_files_is_what_is_said() -> None:
    trouble = (DOCS / "guide" / "trouble.md").read_text("utf-8")
    section = trouble.split("## A file is refused when I move in")[1].split("\n## ")[0]
    said = re.findall(r"^\| ([^|]+?) \|", section, re.MULTILINE)[2:]
    assert len(said) >= 5
    sources = [
        *(ROOT / "engine" / "imports").glob("*.py"),
        ROOT / "companion" / "requests" / "moving" / "arriving.py",
    ]
    code = " ".join(path.read_text("utf-8") for path in sources)
    for words in said:
        assert all(part.strip() in code for part in re.split("[…:]", words)), words


def test_what_is_said_of_connections_names_all_that_opens_one() -> None:
    said = (WORDS[Allowed.ALL], machine.network().detail, metainfo("1.0.0", datetime(2026, 1, 1, tzinfo=UTC)))
    for words in said:
        assert [one for one in ("feed", "update", "server") if one not in words] == []
