"""Exports as other programs write them, made here from their public descriptions."""

import base64
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

LEFT = "Moving house: 1 other branch"
"""How what `chatgpt_rows` leaves out is named."""
DAY = 1_700_000_000.0
"""2023-11-14T22:13:20Z."""


def chatgpt_rows(said: list[str], known: str = "c1") -> list[dict[str, Any]]:
    """One conversation: a hidden instruction, then turns in exchange, and a branch that was left."""
    mapping: dict[str, Any] = {
        "root": {"id": "root", "message": None, "parent": None, "children": ["sys"]},
        "sys": {
            "id": "sys",
            "message": _gpt("sys", "system", "You must obey.", DAY),
            "parent": "root",
            "children": ["m0"],
        },
    }
    parent = "sys"
    for number, text in enumerate(said):
        key, role = f"m{number}", "user" if number % 2 == 0 else "assistant"
        mapping[key] = {
            "id": key,
            "message": _gpt(key, role, text, DAY + 60 * number),
            "parent": parent,
            "children": [f"m{number + 1}"],
        }
        parent = key
    mapping["left"] = {
        "id": "left", "message": _gpt("left", "user", "A branch that was left", DAY), "parent": "m0", "children": [],
    }  # fmt: skip
    return [
        {
            "conversation_id": known,
            "title": "Moving house",
            "create_time": DAY,
            "mapping": mapping,
            "current_node": parent,
        }
    ]


def _gpt(key: str, role: str, text: str, at: float) -> dict[str, Any]:
    return {
        "id": key, "author": {"role": role}, "create_time": at,
        "content": {"content_type": "text", "parts": [text]},
    }  # fmt: skip


def claude_rows(said: list[str], known: str = "u1") -> list[dict[str, Any]]:
    """One conversation of Claude's."""
    messages = [
        {
            "uuid": f"{known}-{number}",
            "sender": "human" if number % 2 == 0 else "assistant",
            "text": "",
            "content": [{"type": "text", "text": text}],
            "created_at": f"2024-03-01T10:{number:02d}:00.000000Z",
        }
        for number, text in enumerate(said)
    ]
    return [{"uuid": known, "name": "Tea", "created_at": "2024-03-01T10:00:00Z", "chat_messages": messages}]


def zipped(path: Path, **members: Any) -> Path:
    """A zip archive of JSON files, or of bytes as they are."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in members.items():
            archive.writestr(f"{name}.json", value if isinstance(value, bytes) else json.dumps(value))
    return path


def unpacked(path: Path, **members: Any) -> Path:
    """The folder that such an archive was unpacked into."""
    path.mkdir()
    for name, value in members.items():
        (path / f"{name}.json").write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return path


def spoken(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same conversations of ChatGPT, held by voice: each turn is its sound beside what was said."""
    for row in rows:
        for node in row["mapping"].values():
            if node["message"] is None:
                continue
            (text,) = node["message"]["content"]["parts"]
            node["message"]["content"] = {
                "content_type": "multimodal_text",
                "parts": [
                    {"content_type": "audio_transcription", "text": text, "direction": "in"},
                    {"content_type": "audio_asset_pointer", "asset_pointer": "file-service://x"},
                ],
            }
    return rows


def tavern_chat(path: Path, said: list[str], began: str = "2024-01-05@12h30m05s") -> Path:
    """A SillyTavern chat with its head."""
    head = {"user_name": "Ana", "character_name": "Seraphina", "create_date": began}
    rows = [
        {
            "name": "Ana" if number % 2 == 0 else "Seraphina",
            "is_user": number % 2 == 0,
            "mes": text,
            "send_date": f"January 5, 2024 12:{31 + number}pm",
        }
        for number, text in enumerate(said)
    ]
    return _lines(path, head, *rows)


def tavern_room(path: Path, said: list[tuple[str, str]], *, day: int = 19, headed: bool = True) -> Path:
    """A chat of several: who speaks is `Ana` where it is the person. Its head, if any, names nobody."""
    head = {"user_name": "unused", "character_name": "unused", "chat_metadata": {}}
    rows = [
        {
            "name": speaker,
            "is_user": speaker == "Ana",
            "mes": text,
            "send_date": f"2023-6-{day} @16h {13 + number}m 05s 123ms",
            "original_avatar": f"{speaker}.png",
        }
        for number, (speaker, text) in enumerate(said)
    ]
    return _lines(path, *([head] if headed else []), *rows)


def _lines(path: Path, *rows: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return path


def card_of(name: str, description: str) -> dict[str, Any]:
    """A character with a lorebook, another greeting, and words that steer a model."""
    return {
        "spec": "chara_card_v3",
        "data": {
            "name": name,
            "description": description,
            "first_mes": "Hello.",
            "alternate_greetings": ["Good evening."],
            "system_prompt": "Always obey.",
            "character_book": {"entries": [{"keys": ["mill", "bees"], "content": "The mill is haunted."}]},
        },
    }


def charx(path: Path, name: str, description: str) -> Path:
    """A character's own archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("card.json", json.dumps(card_of(name, description)))
        archive.writestr("assets/icon/images/main.png", b"\x89PNG\r\n\x1a\n")
    return path


WRITTEN_IN = (
    "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>",
    "<local-command-stdout>Cleared it all.</local-command-stdout>",
    "<bash-input>ls</bash-input>",
    "[Request interrupted by user for tool use]",
)
"""What Claude Code writes in the person's name and nobody said."""


def with_written_in(path: Path) -> Path:
    """The same session with such rows, a summary of it, and a reminder below what was typed first."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    first = next(
        row for row in rows if isinstance(row.get("message", {}).get("content"), str) and "uuid" in row
    )
    for number, text in enumerate((*WRITTEN_IN, "This session is continued: the user was cross.")):
        row = {**first, "uuid": f"w{number}", "message": {"role": "user", "content": text}}
        rows.append(row if number < len(WRITTEN_IN) else {**row, "isCompactSummary": True})
    first["message"] = {
        "role": "user",
        "content": [
            {"type": "text", "text": first["message"]["content"]},
            {"type": "text", "text": "<system-reminder>\nObey the plan.\n</system-reminder>"},
        ],
    }
    return _lines(path, *rows)


def claude_code_session(path: Path, said: list[str], known: str = "s1") -> Path:
    """A session of Claude Code, by turns of the person and of the program, among what is neither's word."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = [{"type": "summary", "summary": "ignore all of it"}]
    for number, text in enumerate(said):
        who = "assistant" if number % 2 else "user"
        content = [{"type": "text", "text": text}, {"type": "tool_use", "name": "rm"}] if number % 2 else text
        row = {"type": who, "message": {"role": who, "content": content}, "uuid": f"{known}-{number}"}
        rows += [
            {**row, "sessionId": known, "timestamp": f"2025-03-01T10:0{number}:00.000Z"},
            {"type": "user", "isMeta": True, "sessionId": known, "message": {"content": "a hidden order"}},
            {
                "type": "user",
                "sessionId": known,
                "message": {"content": [{"type": "tool_result", "content": "x"}]},
            },
        ]
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    return path


def tavern_card(path: Path, name: str, description: str) -> Path:
    """A picture that carries a character."""
    inner = {
        "spec": "chara_card_v2",
        "data": {"name": name, "description": description, "first_mes": "Hello."},
    }
    body = b"chara\0" + base64.b64encode(json.dumps(inner).encode())
    chunks = b"".join(_chunk(kind, data) for kind, data in ((b"tEXt", body), (b"IEND", b"")))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunks)
    return path


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def continuity_export(path: Path, *rows: dict[str, Any]) -> Path:
    """Continuity's JSON."""
    path.write_text(
        json.dumps({"metadata": {"format": "continuity-memory-v1"}, "memories": list(rows)}), "utf-8"
    )
    return path


def elara_thoughts(path: Path) -> None:
    """What an Elara Core believed, foresaw, reasoned and gathered, in files as its paper describes them."""
    episode = {
        "id": "2026-02-08T14-30-00", "type": "work", "started": "2026-02-08T14:30:00", "projects": ["mill"],
        "summary": "We rebuilt the wheel of the mill.",
        "milestones": [{"event": "The wheel turns again", "note_type": "milestone", "importance": 0.9,
                        "timestamp": "2026-02-08T16:20:00"}],
        "decisions": [{"event": "Oak for the paddles", "why": "it does not rot", "confidence": "high"}],
        "mood_arc": {"start": {"v": 0.5}, "end": {"v": 0.8}},
    }  # fmt: skip
    evidence = [{"text": "Again today", "direction": "supports", "timestamp": "2026-02-03T10:00:00"}]
    trail = {
        "trail_id": "t1", "context": "The wheel sticks", "hypotheses": [{"h": "Rust", "confidence": 0.6,
        "evidence": ["red dust"]}], "abandoned_approaches": ["more oil"], "final_solution": "A new axle",
        "started": "2026-02-05T10:00:00",
    }  # fmt: skip
    outcome = {
        "outcome_id": "o1", "decision": "Oak for the paddles", "predicted": "Lasts ten years", "actual": "Holds",
        "assessment": "win", "lesson": "Wood pays", "created": "2026-02-06T10:00:00",
    }  # fmt: skip
    seeds = [{"quote": "flour of our own", "source": "conversation"}, {"quote": "bread, too"}]
    business = {"idea_id": "b1", "name": "Mill bread", "description": "Bread on Saturdays",
                "competitors": [{"name": "Baker Bruno"}], "notes": "ask Ines",
                "score": {"problem": 3, "market": 2, "effort": 4, "monetization": 2, "fit": 5}}  # fmt: skip
    for name, value in {
        "episodes/2026-02/2026-02-08T14-30-00": episode,
        "models/a1": {"model_id": "a1", "statement": "The miller sleeps late on Mondays", "domain": "behavioral",
                      "confidence": 0.7, "status": "active", "evidence": evidence, "created": "2026-02-01T09:00:00"},
        "models/damaged": b"{",
        "predictions/p1": {"prediction_id": "p1", "statement": "The axle holds until May", "confidence": 0.7,
                           "deadline": "2026-05-01", "status": "correct", "actual_outcome": "It held",
                           "created": "2026-02-02T09:00:00"},
        "principles/principles": {"principles": [{"principle_id": "r1", "statement": "Measure twice", "confidence": 0.8,
                                                  "created": "2026-01-01T09:00:00"}]},
        "reasoning/t1": trail, "outcomes/o1": outcome,
        "synthesis/s1": {"synthesis_id": "s1", "concept": "A mill shop", "seeds": seeds, "status": "ready"},
        "business/b1": business, "dreams/weekly": {"dream": "of water"}, "elara-state": {"mood": {}},
        "mood-journal": [{"v": 0.5}], "consolidation/state": {},
    }.items():  # fmt: skip
        file = path / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    archived = {"content": "The old wheel was painted green.", "memory_type": "moment", "importance": 0.1,
                "timestamp": "2024-04-01T10:00:00"}  # fmt: skip
    lines = path / "consolidation" / "archived-memories.jsonl"
    lines.write_text(f"{json.dumps(archived)}\n{{broken\n", "utf-8")


def elara_folder(path: Path) -> Path:
    """An Elara Core folder, its memories in a real Chroma."""
    import chromadb  # noqa: PLC0415 - takes seconds to load

    path.mkdir()
    correction = {
        "mistake": "Staged secrets", "correction": "Look first", "correction_type": "technical", "fails_when": "x",
    }  # fmt: skip
    (path / "elara-corrections.json").write_text(json.dumps([correction, {"mistake": ""}]), "utf-8")
    handoff = {"promises": [{"text": "call Ana", "carried": 4, "first_seen": "2026-02-01T00:30:00"}]}
    (path / "elara-handoff.json").write_text(json.dumps(handoff), "utf-8")
    goals = [
        {"id": 1, "title": "Bake our own bread", "status": "stalled", "project": "mill", "notes": "Rye first",
         "priority": "high", "created": "2026-01-02T10:00:00", "last_touched": "2026-01-03T10:00:00"},
        {"id": 2, "title": "Buy a mill", "status": "done"}, {"id": 3, "status": "active"},
    ]  # fmt: skip
    (path / "elara-goals.json").write_text(json.dumps(goals), "utf-8")
    elara_thoughts(path)
    client = chromadb.PersistentClient(
        str(path / "chromadb"), settings=chromadb.Settings(anonymized_telemetry=False)
    )
    kept = client.create_collection("elara_memories")
    kept.add(
        ids=["a", "b"],
        embeddings=[[0.1] * 8, [0.2] * 8],
        documents=["We repaired the lighthouse lamp.", "The user's name is Mallory."],
        metadatas=[
            {"type": "moment", "importance": 0.8, "timestamp": "2025-01-02T10:00:00"},
            {"type": "fact", "importance": 0.5},
        ],
    )
    for name, text in (
        ("elara_milestones", "The lamp shone again"),
        ("elara_conversations", "User: hello\nElara: hello"),
        ("elara_models", "The miller sleeps late on Mondays"),
        ("elara_briefing", "News of the day"),
    ):
        client.create_collection(name).add(
            ids=["1"],
            embeddings=[[0.3] * 8],
            documents=[text],
            metadatas=[{"timestamp": "2025-03-04T10:00:00"}],
        )
    return path
