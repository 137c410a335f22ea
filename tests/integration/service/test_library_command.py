"""`companion library` and `companion export --markdown` through the process that owns the home."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.reach import ReachedService
from engine.errors import CompanionError
from engine.export import read_markdown
from tests.integration.service.scripted import PASSPHRASE, SlowModel
from tests.poison import pdf

HANDBOOK = "# Allotment\n\nThe annual fee is forty crowns and falls due in March.\n"
Commands = Callable[..., dict[str, Any]]


@pytest.fixture
def service(reaching: Callable[..., ReachedService]) -> ReachedService:
    return reaching(SlowModel())


@pytest.fixture
def command(
    home: Path, service: ReachedService, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Commands:
    """Runs a command beside the owner; gives its JSON and exit code."""
    assert service.is_owner
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)

    def run(*words: str) -> dict[str, Any]:
        code = main(["--home", str(home), *words, "--json"])
        return {**json.loads(capsys.readouterr().out), "code": code}

    return run


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    file = tmp_path / "handbook.md"
    file.write_text(HANDBOOK)
    return file


def test_documents_are_added_found_listed_and_forgotten(command: Commands, handbook: Path) -> None:
    (added,) = command("library", "add", str(handbook), "--why", "planning")["added"]
    assert added["new"]
    document = added["document"]["id"]
    assert not command("library", "add", str(handbook))["added"][0]["new"]
    (found,) = command("library", "search", "what does membership cost per year")["excerpts"]
    assert found["document"] == document
    assert "forty crowns" in found["text"]
    assert found["ref"] == f"document:{document}"
    (listed,) = command("library", "list")["documents"]
    assert (listed["id"], listed["accesses"]) == (document, 2)
    assert command("library", "forget", document[:8])["forgotten"]["id"] == document
    assert command("library", "list")["documents"] == []
    assert command("library", "search", "annual fee")["excerpts"] == []


def test_a_document_is_opened_and_its_log_says_so(command: Commands, handbook: Path) -> None:
    (added,) = command("library", "add", str(handbook))["added"]
    document = added["document"]["id"]
    opened = command("library", "open", document[:10], "--why", "the fee")
    assert "forty crowns" in opened["text"]
    assert opened["document"]["id"] == document
    logged = command("library", "log", document[:10])["accesses"]
    assert (logged[0]["document"], logged[0]["kind"], logged[0]["context"]) == (document, "opened", "the fee")
    assert command("library", "log")["accesses"] == logged
    assert command("library", "open", "no such document")["code"] == ExitCode.USAGE


def test_what_is_remembered_keeps_what_is_said_of_it(command: Commands) -> None:
    words = ("--as", "insight", "--title", "Bees", "--tag", "garden", "--tag", "bees", "--importance", "0.8")
    kept = command("remember", "Bees talk by dancing.", *words)
    (found,) = [one for one in command("recall", "how bees talk")["results"] if one["ref"] == kept["ref"]]
    assert found["title"] == "Bees"
    assert command("remember", "x", "--as", "insight", "--importance", "2")["code"] == ExitCode.USAGE
    assert command("remember", "x", "--importance", "0.2")["code"] == ExitCode.USAGE


def test_one_bad_file_keeps_no_other_out(command: Commands, handbook: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.pdf").write_bytes(pdf("Fees.", encrypted=True))
    done = command("library", "add", str(tmp_path / "secret.pdf"), str(handbook), str(tmp_path / "none"))
    assert done["code"] == ExitCode.USAGE
    assert ["error" in one for one in done["added"]] == [True, False, True]
    assert "encrypted" in done["added"][0]["error"]
    assert done["added"][0]["remedy"]
    assert len(command("library", "list")["documents"]) == 1


def test_people_read_it_too(
    home: Path, command: Commands, handbook: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command("library", "add", str(handbook))
    for words, shown in (
        (["library", "list"], "handbook.md"),
        (["library", "search", "annual fee"], "forty crowns"),
        (["library", "search", "volcanoes of Iceland"], "Nothing that was read"),
        (["export", "--markdown", str(tmp_path / "tree"), "--dry-run"], "would be written"),
        (["export", "--markdown", str(tmp_path / "tree")], "not encrypted"),
    ):
        assert main(["--home", str(home), *words]) == ExitCode.DONE
        out, err = capsys.readouterr()
        assert shown in out + err


def test_a_pasted_text_is_a_document(service: ReachedService) -> None:
    pasted = {"name": "mail", "text": "The ferry leaves at noon."}
    assert service.submit("library.add", pasted).result()["new"]
    found = service.submit("library.search", {"query": "ferry"}).result()
    assert [one["name"] for one in found["excerpts"]] == ["mail"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_only_files_are_read(service: ReachedService, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for parameters in (
        {"path": str(tmp_path / "pipe")}, {"path": str(tmp_path)}, {"path": "relative.md"}, {"text": "no name"},
        {"path": "/a", "name": "b", "text": "c"}, {},
    ):  # fmt: skip
        with pytest.raises(CompanionError):
            service.submit("library.add", parameters).result()


def test_the_tree_holds_what_was_said_and_read_and_is_read_back(
    service: ReachedService, command: Commands, handbook: Path, tmp_path: Path
) -> None:
    said = {"text": "The boat is called Marlin.", "surface": "test"}
    service.submit("say", said).result()
    service.submit("jobs.wait", {}).result(30)
    command("library", "add", str(handbook))
    tree = tmp_path / "tree"
    preview = command("export", "--markdown", str(tree), "--dry-run")
    assert not tree.exists()
    done = command("export", "--markdown", str(tree))
    assert done["written"]
    assert (done["files"], done["by_part"]) == (preview["files"], preview["by_part"])
    files = list(tree.rglob("*.md"))
    parts = {file.relative_to(tree).parts[0] for file in files}
    assert parts >= {"verbatim", "notes", "library"}
    (content,) = tree.glob("library/documents/*/content.md")
    meta, text = read_markdown(content.read_text())
    assert (meta["source"], text) == ("handbook.md", HANDBOOK.strip())
    (talk,) = tree.glob("verbatim/owner/*/*/*/*the_boat_is_called_marlin.md")
    meta, text = read_markdown(talk.read_text())
    assert "The boat is called Marlin." in text
    assert len(meta["steps"]) == 2
    (note,) = tree.glob("notes/*/*/*/*.md")
    meta, text = read_markdown(note.read_text())
    assert (meta["person"], text) == ("owner", "We spoke.\n")
    assert meta["place"]
    assert len(meta["sources"]) == 2
    read = command("import", "--markdown", str(tree))
    assert (read["new"], read["changed"], read["skipped"], read["code"]) == ([], [], [], ExitCode.DONE)
    assert command("export", "--markdown", str(tree))["code"] == ExitCode.DONE
    (tree / "mine.txt").write_text("mine")
    assert command("export", "--markdown", str(tree))["code"] == ExitCode.USAGE
