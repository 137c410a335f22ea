"""Exports of other programs as talks with their dates; hostile ones as clear errors."""

import json
import zipfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import CompanionError
from engine.imports import ArchiveError, Arrival, UnknownFormatError, archive, read_arrival
from tests.exports import (
    DAY,
    LEFT,
    WRITTEN_IN,
    chatgpt_rows,
    claude_code_session,
    claude_rows,
    tavern_card,
    tavern_chat,
    with_written_in,
    zipped,
)

NOW = datetime(2026, 11, 24, tzinfo=UTC)
SAID = ["I live in Porto.", "Noted.", "And I like tea.", "So do many."]


def read(path: Path) -> Arrival:
    return read_arrival(path, NOW)


def test_chatgpt_has_its_turns_with_their_dates_and_no_hidden_ones(tmp_path: Path) -> None:
    found = read(zipped(tmp_path / "export.zip", conversations=chatgpt_rows(SAID), user={"email": "x"}))
    assert found.source == "ChatGPT"
    (talk,) = found.talks
    assert [one.text for one in talk.turns] == SAID
    assert [one.by_person for one in talk.turns] == [True, False, True, False]
    assert talk.turns[1].at == datetime.fromtimestamp(DAY + 60, UTC)


def test_claude_is_told_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(claude_rows(SAID)), "utf-8")
    (talk,) = read(path).talks
    assert talk.speaker == "Claude"
    assert [one.text for one in talk.turns] == SAID
    assert talk.turns[2].at == datetime(2024, 3, 1, 10, 2, tzinfo=UTC)


def test_a_chat_and_a_card_of_sillytavern(tmp_path: Path) -> None:
    (talk,) = read(tavern_chat(tmp_path / "chat.jsonl", SAID)).talks
    assert talk.speaker == "Seraphina"
    assert [one.text for one in talk.turns] == SAID
    (card,) = read(tavern_card(tmp_path / "card.png", "Seraphina", "A guardian of the wood.")).cards
    assert "A guardian of the wood." in card.text


def test_what_cannot_be_read_is_listed_and_the_rest_comes(tmp_path: Path) -> None:
    rows: list[Any] = [
        *chatgpt_rows(SAID),
        {"title": "Broken", "mapping": 7},
        "no conversation",
        {"conversation_id": "e", "title": "Empty", "mapping": {}},
        {**chatgpt_rows(SAID, "f")[0], "title": "Undated", "create_time": 10.0**15},
    ]
    for node in rows[4]["mapping"].values():
        if node["message"]:
            node["message"]["create_time"] = None
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(rows), "utf-8")
    found = read(path)
    assert len(found.talks) == 1
    assert [one.name for one in found.skipped] == [LEFT, "Broken", "conversation 3", "Empty", "Undated"]


def test_a_ring_of_parents_ends(tmp_path: Path) -> None:
    rows = chatgpt_rows(SAID)
    rows[0]["mapping"]["root"]["parent"] = "m3"
    path = tmp_path / "c.json"
    path.write_text(json.dumps(rows), "utf-8")
    assert len(read(path).talks[0].turns) == len(SAID)


def test_a_long_turn_is_kept_in_parts(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps(claude_rows(["x" * 250_000])), "utf-8")
    assert [len(one.text) for one in read(path).talks[0].turns] == [100_000, 100_000, 50_000]


def test_bombs_and_what_is_no_export_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zipped(tmp_path / "bomb.zip", conversations=b"[" + b" " * 50_000_000 + b"]")
    with pytest.raises(ArchiveError):
        read(bomb)
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 200_000 + "]" * 200_000, "utf-8")
    with pytest.raises(ArchiveError):
        read(deep)
    torn = tmp_path / "torn.zip"
    torn.write_bytes(zipped(tmp_path / "whole.zip", conversations=chatgpt_rows(SAID)).read_bytes()[:-30])
    with pytest.raises((ArchiveError, UnknownFormatError)):
        read(torn)
    other = tmp_path / "other.json"
    other.write_text('{"a": 1}', "utf-8")
    with pytest.raises(UnknownFormatError):
        read(other)
    with pytest.raises(ArchiveError):
        read(tmp_path / "nowhere.json")
    monkeypatch.setattr(archive, "LARGEST", 1000)
    with pytest.raises(ArchiveError):
        read(other.with_name("whole.zip"))


def test_no_member_is_written_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "escape.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("../../conversations.json", json.dumps(chatgpt_rows(SAID)))
    before = set(tmp_path.parent.iterdir())
    assert len(read(path).talks) == 1
    assert set(tmp_path.parent.iterdir()) == before


KEYS = st.sampled_from(
    [
        "mapping", "message", "author", "role", "content", "parts", "parent", "children", "current_node", "id", "uuid",
        "chat_messages", "sender", "text", "created_at", "create_time", "data", "name", "first_mes",
    ]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(JSON, st.sampled_from(["x.json", "x.jsonl"]))
def test_any_json_is_read_or_refused(tmp_path: Path, value: Any, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps([value, {"mapping": value, "chat_messages": value}]), "utf-8")
    with suppress(CompanionError):
        assert isinstance(read(path), Arrival)


def test_sessions_of_claude_code_are_read_by_file_and_by_folder(tmp_path: Path) -> None:
    said = ["Where does the pump stand?", "Behind the mast."]
    one = claude_code_session(tmp_path / "projects" / "boat" / "a.jsonl", said)
    claude_code_session(tmp_path / "projects" / "house" / "b.jsonl", ["Hello", "Hello you"], "s2")
    (tmp_path / "projects" / "house" / "torn.jsonl").write_text('{"sessionId": "s3", ', "utf-8")
    alone = read_arrival(one, NOW)
    assert [(turn.by_person, turn.text) for turn in alone.talks[0].turns] == [
        (True, said[0]),
        (False, said[1]),
    ]
    assert alone.talks[0].turns[0].at.isoformat() == "2025-03-01T10:00:00+00:00"
    every = read_arrival(tmp_path / "projects", NOW)
    assert (every.source, [talk.id for talk in every.talks]) == ("Claude Code", ["s1", "s2"])
    assert [skipped.name for skipped in every.skipped] == ["house/torn.jsonl"]


def test_what_claude_code_wrote_in_the_persons_name_is_nobodys_word(tmp_path: Path) -> None:
    said = ["Where does the pump stand?", "Behind the mast."]
    plain = read_arrival(claude_code_session(tmp_path / "a.jsonl", said), NOW)
    found = read_arrival(with_written_in(claude_code_session(tmp_path / "a.jsonl", said)), NOW)
    assert found.talks == plain.talks
    (left,) = found.skipped
    # Its rows, the summary, and the reminder below what was typed.
    assert left.name == f"a.jsonl: {len(WRITTEN_IN) + 2} commands, their results and summaries"


def test_other_branches_of_chatgpt_are_named(tmp_path: Path) -> None:
    rows = chatgpt_rows(SAID)
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(rows), "utf-8")
    assert [one.name for one in read(path).skipped] == [LEFT]
    mapping = rows[0]["mapping"]
    mapping["again"] = {**mapping["m1"], "id": "again", "children": []}
    path.write_text(json.dumps(rows), "utf-8")
    found = read(path)
    assert [one.name for one in found.skipped] == ["Moving house: 2 other branches"]
    assert [turn.text for turn in found.talks[0].turns] == SAID
    del mapping["again"], mapping["left"]
    path.write_text(json.dumps(rows), "utf-8")
    assert read(path).skipped == ()
