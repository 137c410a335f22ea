"""Exports of several files, packed or unpacked: all of what was said comes, and what does not is named."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.imports import Arrival, UnknownFormatError, read_arrival
from tests.exports import (
    LEFT,
    card_of,
    charx,
    chatgpt_rows,
    claude_rows,
    elara_folder,
    spoken,
    tavern_card,
    tavern_chat,
    tavern_room,
    unpacked,
    zipped,
)

NOW = datetime(2026, 11, 24, tzinfo=UTC)
SAID = ["I live in Porto.", "Noted.", "And I like tea.", "So do many."]
ROOM = [("Ana", "Hello you two."), ("Seraphina", "Hello."), ("Bob", "Evening."), ("Ana", "Shall we?")]


def read(path: Path) -> Arrival:
    return read_arrival(path, NOW)


def told(found: Arrival) -> list[list[str]]:
    return [[one.text for one in talk.turns] for talk in found.talks]


def test_an_unpacked_export_is_read_as_its_archive(tmp_path: Path) -> None:
    parts = {"conversations": chatgpt_rows(SAID), "user": {"email": "x"}}
    folder = unpacked(tmp_path / "export", **parts)
    (folder / "chat.html").write_text("<html>", "utf-8")
    (folder / "file-1.webp").write_bytes(b"x")
    found = read(folder)
    assert (found.source, told(found)) == ("ChatGPT", [SAID])
    assert found.talks == read(zipped(tmp_path / "export.zip", **parts)).talks
    assert [one.name for one in found.skipped] == [LEFT, "user.json", "2 pictures and other files"]


def test_parts_of_a_large_export_are_one(tmp_path: Path) -> None:
    parts = {"conversations-000": chatgpt_rows(SAID), "conversations-001": chatgpt_rows(SAID, "c2")}
    assert told(read(zipped(tmp_path / "export.zip", **parts))) == [SAID, SAID]


def test_what_was_spoken_to_chatgpt_is_what_was_said(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(spoken(chatgpt_rows(SAID))), "utf-8")
    found = read(path)
    assert told(found) == [SAID]
    assert [one.name for one in found.skipped] == [LEFT]


def test_what_went_to_a_tool_or_was_hidden_was_not_said(tmp_path: Path) -> None:
    rows = chatgpt_rows(SAID)
    mapping = rows[0]["mapping"]
    mapping["m1"]["message"]["recipient"] = "dalle.text2im"
    mapping["m2"]["message"]["metadata"] = {"is_visually_hidden_from_conversation": True}
    mapping["m0"]["message"]["content"]["parts"].append({"content_type": "image_asset_pointer"})
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(rows), "utf-8")
    found = read(path)
    assert told(found) == [[SAID[0], SAID[3]]]
    assert [one.name for one in found.skipped] == ["Moving house: 1 pictures, sounds or files", LEFT]


def test_what_was_given_to_claude_is_named(tmp_path: Path) -> None:
    rows = claude_rows(SAID)
    rows[0]["chat_messages"][0]["attachments"] = [{"file_name": "lease.pdf", "extracted_content": "Rent."}]
    rows[0]["chat_messages"][2]["files"] = [{"file_name": "tea.jpg"}, "odd"]
    found = read(
        zipped(tmp_path / "e.zip", conversations=rows, projects=[{"name": "House"}], memories=[], users=[])
    )
    assert told(found) == [SAID]
    assert [one.name for one in found.skipped] == [
        "Tea: lease.pdf", "Tea: tea.jpg", "memories.json", "projects.json", "users.json",
    ]  # fmt: skip


def test_a_room_of_several_says_who_spoke_and_when(tmp_path: Path) -> None:
    for headed in (True, False):
        (talk,) = read(tavern_room(tmp_path / "room.jsonl", ROOM, headed=headed)).talks
        assert talk.speaker == "SillyTavern"
        assert [(one.by_person, one.speaker, one.text) for one in talk.turns] == [
            (speaker == "Ana", "" if speaker == "Ana" else speaker, text) for speaker, text in ROOM
        ]
        assert talk.turns[0].at.astimezone().strftime("%Y-%m-%d %H:%M:%S") == "2023-06-19 16:13:05"


def test_two_rooms_whose_heads_name_nobody_are_two(tmp_path: Path) -> None:
    tavern_room(tmp_path / "all" / "group chats" / "one.jsonl", ROOM)
    tavern_room(tmp_path / "all" / "group chats" / "two.jsonl", ROOM, day=20)
    one, two = read(tmp_path / "all").talks
    assert one.id != two.id


def test_another_answer_to_the_same_message_is_another_turn(tmp_path: Path) -> None:
    first = read(tavern_chat(tmp_path / "chat.jsonl", SAID)).talks[0]
    swiped = read(tavern_chat(tmp_path / "chat.jsonl", [*SAID[:3], "I do not."])).talks[0]
    assert first.id == swiped.id
    assert [one.id for one in first.turns[:3]] == [one.id for one in swiped.turns[:3]]
    assert first.turns[3].id != swiped.turns[3].id


def test_the_folder_and_the_zip_of_sillytavern(tmp_path: Path) -> None:
    home = tmp_path / "default-user"
    (home / "characters").mkdir(parents=True)
    tavern_card(home / "characters" / "Seraphina.png", "Seraphina", "A guardian of the wood.")
    (home / "characters" / "Bare.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    tavern_chat(home / "chats" / "Seraphina.jsonl", SAID)
    tavern_room(home / "group chats" / "room.jsonl", ROOM)
    (home / "chats" / "broken.jsonl").write_text("{", "utf-8")
    (home / "chats" / "odd.jsonl").write_text('{"a": 1}', "utf-8")
    (home / "settings.json").write_text("{}", "utf-8")
    found = read(home)
    assert sorted(map(len, told(found))) == [4, 4]
    assert [card.name for card in found.cards] == ["Seraphina"]
    assert [(one.name, one.why[:12]) for one in found.skipped] == [
        ("chats/broken.jsonl", "is not made "),
        ("3 other files", "lies beside "),
    ]


def test_a_character_in_its_own_archive_with_its_world(tmp_path: Path) -> None:
    found = read(charx(tmp_path / "Seraphina.charx", "Seraphina", "A guardian of the wood."))
    (card,) = found.cards
    for words in ("A guardian of the wood.", "The mill is haunted.", "mill, bees", "Good evening."):
        assert words in card.text
    assert "Always obey" not in card.text
    assert [one.name for one in found.skipped] == ["Seraphina: its instructions to a model", "1 other files"]
    path = tmp_path / "card.json"
    path.write_text(json.dumps(card_of("Seraphina", "A guardian of the wood.")), "utf-8")
    assert read(path).cards == found.cards


def test_pictures_that_carry_characters_in_one_archive(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    for name in ("One", "Two"):
        tavern_card(folder / f"{name}.png", name, "Someone.")
    assert [card.name for card in read(folder).cards] == ["One", "Two"]
    (folder / "One.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "Two.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(UnknownFormatError):
        read(folder)


@pytest.mark.parametrize("within", ["", "elara/", "backup/2026/elara/"])
def test_the_packed_folder_of_elara_is_read_as_it_lies(tmp_path: Path, within: str) -> None:
    folder = elara_folder(tmp_path / "folder")
    packed = tmp_path / "elara.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, within + file.relative_to(folder).as_posix())
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")}
    assert read(packed) == read(folder)
    assert "We repaired the lighthouse lamp." in {one.text for one in read(packed).memories}
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")} == before


def test_a_bomb_for_a_chroma_keeps_nothing_else_out(tmp_path: Path) -> None:
    packed = tmp_path / "elara.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chromadb/chroma.sqlite3", b"\0" * 50_000_000)
        archive.writestr("elara-handoff.json", json.dumps({"promises": ["call Ana"]}))
    found = read(packed)
    assert [one.text for one in found.items] == ["call Ana"]
    assert [one.name for one in found.skipped] == ["chromadb/chroma.sqlite3"]
