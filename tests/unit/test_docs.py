"""The site's pages: every one is in its contents, and every command that the guide names exists."""

import re
from pathlib import Path

from companion.cli.listed import LISTED
from companion.cli.main import app

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
