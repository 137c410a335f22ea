"""Feeds from the command line: a real home, a real server on this machine, no language model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from engine.network.ledger import VARIABLE
from tests.feed_server import Site, item, rss, serving

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("COMPANION_PASSPHRASE", "first")
    monkeypatch.setenv("COMPANION_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "network"))
    with serving() as made:
        yield made


def test_a_feed_is_added_read_and_removed(site: Site, tmp_path: Path, capsys: Capture) -> None:
    def run(*arguments: str, code: ExitCode = ExitCode.DONE) -> str:
        capsys.readouterr()
        assert main(["--home", str(tmp_path / "home"), "feeds", *arguments]) == code
        told = capsys.readouterr()
        return told.out + told.err

    assert "No feed was added yet" in run("list")
    site.answers["/feed"] = rss(item("Clover blooms", link="https://a.example/1"), item("Ships sail"))
    assert "Bee news: 1 new" in run("add", site.url(), "--category", "craft", "--keyword", "clover")
    listed = run("list")
    assert f"Bee news  {site.url()}  read " in listed
    assert "[craft]" in listed
    shown = run("items", "--about", "clover")
    assert "Clover blooms  [Bee news]" in shown
    assert "https://a.example/1" in shown
    del site.answers["/feed"]
    assert "404" in run("fetch", code=ExitCode.USAGE)
    assert "Remove it, or add it again" in run("list")
    assert "Feeds: 1  items: 1" in run("stats")
    assert "web alone" in run("add", "file:///etc/passwd", code=ExitCode.USAGE)
    assert "Removed: Bee news" in run("remove", "bee news")
    assert "There is no such feed" in run("fetch", "Bee news", code=ExitCode.USAGE)
