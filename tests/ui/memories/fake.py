"""Memories, contradictions and documents in memory, as the real rooms answer of them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from companion.service import Json
from engine.errors import InvalidInputError

NOW = datetime(2026, 5, 3, 9, 12, tzinfo=UTC)


def row(ref: str, kind: str, days: int, text: str, **changes: Any) -> Json:
    """A result of `days` ago."""
    rooms = {"step": "trail", "fact": "person", "node": "memory"}
    words = {
        "ref": ref,
        "from": rooms[ref.partition(":")[0]],
        "kind": kind,
        "at": (NOW - timedelta(days=days)).isoformat(),
        "who": "Mira" if kind == "utterance" else "Ada",
        "title": "",
        "text": text,
        "score": 0.8,
        "similarity": 0.6,
        "sources": [],
        "private": False,
        "withdrawn": False,
    }
    return words | changes


def rows() -> list[Json]:
    """One of everything that a search may bring."""
    return [
        row("fact:f40", "fact", 40, "Mira is allergic to peanuts.", who="stated", sources=["step:s40"]),
        row(
            "step:s30",
            "utterance",
            30,
            "My sister Ana gets married on 12 June.",
            sources=["episode:2026-04-03"],
        ),
        row(
            "node:n1",
            "moment",
            12,
            "We planned the menu for the wedding: nothing with nuts, and a lemon cake.",
            title="The menu",
            sources=["step:s30", "episode:2026-04-21"],
        ),
        row("node:n2", "insight", 10, "Celebrations make her think of her father.", private=True),
        row("node:n3", "knowledge", 8, "The bakery in Mill Lane makes cakes to order, a week ahead."),
        row("step:s9", "utterance", 9, "I might move the date.", withdrawn=True),
    ]


class MemoryBook:
    """Answers `recall`, `memory.*`, `forget.*`, `library.*` and of files; `asked` keeps every request."""

    def __init__(self, results: list[Json] | None = None, *, empty: bool = False) -> None:
        self.results = [] if empty else results or rows()
        self.away: list[Json] = []
        self.gone: list[Json] = []
        self.settled: list[Json] = []
        self.conflicts = [] if empty else [self._conflict("c1"), self._conflict("c2")]
        self.doubts: list[Json] = []
        self.documents = (
            []
            if empty
            else [self._document("d1", "The care of lemon trees.pdf"), self._document("d2", "menu.md")]
        )
        self.asked: list[tuple[str, Json]] = []
        self.confirmed: set[str] = set()
        self.slept_on: list[tuple[list[str], list[str]]] = []
        self.slept_changes = [1, 0, 2]
        self.woken: list[str] = []
        self.worded: dict[str, Json] = {}
        self.drawn: set[tuple[str, str, str]] = set()
        self.pages = {"d1": "# Lemon trees\n\nWater them every other morning.\n" + "They like sun.\n" * 400}

    def answer(self, request: str, parameters: Json) -> Json:
        self.asked.append((request, parameters))
        return getattr(self, "_" + request.replace(".", "_"))(**parameters)

    def count(self, request: str) -> int:
        return sum(each == request for each, _ in self.asked)

    def _recall(self, query: str, kinds: list[str], limit: int, **_narrowed: Any) -> Json:
        words = query.casefold().split()
        found = [one for one in self.results if any(word in one["text"].casefold() for word in words)]
        return {"results": [one for one in found if not kinds or one["kind"] in kinds][:limit]}

    def _memory_list(
        self, archived: bool = False, kinds: Sequence[str] = (), limit: int = 200, skip: int = 0
    ) -> Json:
        listed = [
            one for one in self.results if one["from"] == "memory" and (not kinds or one["kind"] in kinds)
        ]
        return {"results": (self.away if archived else listed)[skip : skip + limit]}

    def _memory_node(self, node: str) -> Json:
        found = next(one for one in [*self.results, *self.away] if one["ref"] == f"node:{node}")
        roots = {one["ref"]: one for one in self.results}
        sources = [
            {key: roots[ref][key] for key in ("ref", "text", "at", "who")} if ref in roots else {"ref": ref}
            for ref in found["sources"]
        ]
        links = [
            {"type": "relates_to", "strength": 0.7, "out": True, "ref": other["ref"], "text": other["text"]}
            for other in self.results
            if other["from"] == "memory" and other is not found
        ]
        links += [
            {
                "type": kind,
                "strength": 1.0,
                "out": True,
                "ref": f"node:{target}",
                "text": roots[f"node:{target}"]["text"],
            }
            for origin, target, kind in sorted(self.drawn)
            if origin == node
        ]
        return {
            "row": found,
            "links": links,
            "sources": sources,
            "history": [],
            "rewordable": found not in self.away,
            "former": self.worded[node]["text"] if node in self.worded else None,
            "archived": found in self.away,
            "importance": 0.7,
            "strength": 0.64,
            "confidence": 0.8,
            "category": "Wedding",
            "tags": ["cake", "nuts"],
            "place": "Mill Lane",
            "mood": {"valence": 0.4, "energy": 0.5, "openness": 0.6, "label": "calm"},
            "intensity": 0.56,
            "felt": "positive",
            "version": 2,
            "accesses": 3,
            "accessed_at": (NOW - timedelta(days=1)).isoformat(),
            "confirmed_at": NOW.isoformat() if node in self.confirmed else found["at"],
        }

    def _memory_confirm(self, node: str, at: str | None = None) -> Json:
        self.confirmed = self.confirmed | {node} if at is None else self.confirmed - {node}
        return {"row": self._memory_node(node)["row"], "confirmed_at": NOW.isoformat()}

    def _night_run(self, kinds: list[str], sleep: dict[str, list[str]]) -> Json:
        self.slept_on.append((kinds, sleep["memories"]))
        rounds = [[{"changes": count}] for count in self.slept_changes]
        return {"jobs": [{"id": f"r{at}", "rounds": one} for at, one in enumerate(rounds, 1)]}

    def _night_undo(self, run: str) -> Json:
        self.woken.append(run)
        return {"changes": []}

    def _memory_reword(self, node: str, text: str, **named: str) -> Json:
        old = next(one for one in self.results if one["ref"] == f"node:{node}")
        made = f"{node}w"
        self.worded[made] = old
        self.results[self.results.index(old)] = old | {"ref": f"node:{made}", "text": text, **named}
        return self._memory_node(made)

    def _memory_unword(self, node: str) -> Json:
        new = next(one for one in self.results if one["ref"] == f"node:{node}")
        old = self.worded.pop(node)
        self.results[self.results.index(new)] = old
        return {"row": old}

    def _memory_link(self, **link: str) -> Json:
        self.drawn.add((link["origin"], link["target"], link["type"]))
        return {"link": link, "contradiction": None}

    def _memory_unlink(self, **link: str) -> Json:
        self.drawn.remove((link["origin"], link["target"], link["type"]))
        return {"link": link}

    def _memory_private(self, node: str, private: bool) -> Json:
        found = next(one for one in self.results if one["ref"] == f"node:{node}")
        changed = found | {"private": private}
        self.results[self.results.index(found)] = changed
        return {"row": changed, "besides": []}

    def _memory_graph(self, of: str) -> Json:
        lived = [one for one in self.results if one["from"] == "memory"] if of == "time" else []
        vertices = [
            {"ref": one["ref"], "kind": one["kind"], "label": one["title"] or one["text"], "at": one["at"]}
            | {"importance": 0.3 * (number + 1), "x": number / 2, "y": (number % 2 + 0.5) / 2}
            for number, one in enumerate(lived)
        ]
        refs = [one["ref"] for one in vertices]
        edges = [
            {"origin": first, "target": then, "type": "then", "strength": 1.0}
            for first, then in pairwise(refs)
        ]
        if len(refs) > 2:
            edges.append({"origin": refs[0], "target": refs[2], "type": "relates_to", "strength": 0.8})
        return {"vertices": vertices, "edges": edges, "more": 4 if vertices else 0}

    def _memory_archive(self, node: str) -> Json:
        found = next(one for one in self.results if one["ref"] == f"node:{node}")
        self.results.remove(found)
        self.away.append(found)
        return {"row": found}

    def _memory_restore(self, node: str) -> Json:
        found = next(one for one in self.away if one["ref"] == f"node:{node}")
        self.away.remove(found)
        self.results.append(found)
        return {"row": found}

    def _memory_contradictions(self) -> Json:
        return {"contradictions": self.conflicts, "of_facts": self.doubts}

    def _memory_resolve(self, contradiction: str, choice: str, text: str | None) -> Json:
        self.settled += [one for one in self.conflicts if one["id"] == contradiction]
        self.conflicts = [one for one in self.conflicts if one["id"] != contradiction]
        return {"id": contradiction, "state": choice}

    def _memory_reopen(self, contradiction: str) -> Json:
        self.conflicts += [one for one in self.settled if one["id"] == contradiction]
        self.settled = [one for one in self.settled if one["id"] != contradiction]
        return {"id": contradiction, "state": "open"}

    def _forget_withdraw(self, refs: list[str]) -> Json:
        going = [one for one in self.results if one["ref"] in refs or set(refs) & set(one["sources"])]
        self.results = [one for one in self.results if one not in going]
        self.gone += going
        return {"forgotten": {"node": len(going)}}

    def _forget_restore(self, refs: list[str]) -> Json:
        back, self.gone = self.gone, []
        self.results = [*back, *self.results]
        return {"back": {"node": len(back)}}

    def _forget_holdings(self, library: bool) -> Json:
        return {
            "person": "Mira",
            "held": {"step": 40, "fact": 12, "node": len(self.results)} if self.results else {},
        }

    def _forget_person(self, confirm: str, library: bool) -> Json:
        erased = {"step": 40, "fact": 12, "node": len(self.results)}
        self.results, self.documents, self.conflicts = [], [], []
        return {"erased": erased}

    def _forget_kept_by(self, companion: str) -> Json:
        return {"companion": companion, "held": {"node": 7, "imprint": 2, "mood": 1}}

    def _forget_companion(self, companion: str, confirm: str) -> Json:
        return {"erased": {"node": 7, "imprint": 2, "mood": 1}}

    def _export_markdown(self, folder: str, private: bool = False) -> Json:
        return {"folder": folder, "files": 42, "by_part": {}, "characters": 4200, "written": True}

    def _import_markdown(self, folder: str, dry_run: bool = False) -> Json:
        if folder.endswith("strange"):
            raise InvalidInputError("folder", "holds no export", "Name the folder that was written.")
        edited = {"path": "moments.md", "ref": "node:n1", "text": "We rowed.", "was": "We sailed.", "why": ""}
        changed = [] if folder.endswith("same") else [edited]
        return {
            "folder": folder,
            "new": [],
            "changed": changed,
            "same": 3,
            "skipped": [],
            "written": not dry_run,
        }

    def _vault_archive(self, folder: str) -> Json:
        return {"archive": f"{folder}/companion-1.companion", "rows": {"trail_steps": 3}}

    def _vault_copy(self, folder: str) -> Json:
        return {"copy": f"{folder}/companion-1.db", "key_header": f"{folder}/companion-1.key.json"}

    def _import_talks(self, path: str, dry_run: bool = False) -> Json:
        if path.endswith("strange"):
            raise InvalidInputError("path", "is no export", "Name what the other program wrote.")
        same = path.endswith("same")
        counts = {"talks": 12, "new": 0 if same else 345, "same": 7, "memories": 0 if same else 3}
        skipped = [{"name": f"picture {number}", "why": "was given along"} for number in range(9)]
        return {
            "source": "ChatGPT",
            **counts,
            **dict.fromkeys(("facts", "corrections", "goals", "items", "thoughts"), 0),
            "documents": [],
            "skipped": skipped,
            "left_out": 11,
            "since": "2023-11-14T22:13:20+00:00",
            "until": "2024-03-01T10:00:00+00:00",
            "written": not dry_run,
        }

    def _library_list(self) -> Json:
        return {"documents": self.documents}

    def _library_open(self, document: str) -> Json:
        found = next(one for one in self.documents if one["id"] == document)
        found["accesses"] += 1
        return {"document": found, "text": self.pages.get(document, "")}

    def _library_accesses(self, document: str, limit: int) -> Json:
        used = [
            {"document": "d1", "kind": "cited", "at": NOW.isoformat(), "context": "step:s9"},
            {
                "document": "d1",
                "kind": "opened",
                "at": (NOW - timedelta(days=2)).isoformat(),
                "context": "the pots",
            },
        ]
        return {"accesses": [one for one in used if one["document"] == document][:limit]}

    def _library_add(self, path: str) -> Json:
        if path.endswith(".exe"):
            raise InvalidInputError("path", "is no document", "Choose a text, PDF or Word file.")
        document = self._document(f"d{len(self.documents) + 1}", path.rpartition("/")[2])
        self.documents.append(document)
        return {"document": document, "new": True}

    def _library_forget(self, document: str) -> Json:
        gone = next(one for one in self.documents if one["id"] == document)
        self.documents.remove(gone)
        return {"forgotten": gone}

    def _conflict(self, key: str) -> Json:
        return {
            "id": key,
            "opened_at": NOW.isoformat(),
            "a": row(f"node:{key}a", "knowledge", 20, "The bakery in Mill Lane opens at 7 in the morning."),
            "b": row(f"node:{key}b", "knowledge", 2, "The bakery in Mill Lane opens at 9 in the morning."),
        }

    def _document(self, key: str, name: str) -> Json:
        return {
            "id": key,
            "name": name,
            "format": name.rpartition(".")[2],
            "language": "en",
            "bytes": 20480,
            "characters": 18240,
            "tags": [],
            "added_at": (NOW - timedelta(days=6)).isoformat(),
            "accesses": 3,
            "accessed_at": NOW.isoformat(),
            "importance": 0.5,
        }
