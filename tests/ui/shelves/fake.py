"""What the places of the kit ask for, answered from memory as the rooms would."""

from datetime import UTC, datetime, timedelta
from typing import Any

from companion.service import Json

NOW = datetime(2026, 5, 3, 9, 12, tzinfo=UTC)
TRAIL_CHANGES = ("reasoning.hypothesis", "reasoning.evidence", "reasoning.abandon", "reasoning.solve")


def stamp(days: int = 0) -> str:
    return (NOW - timedelta(days=days)).isoformat()


def kept(key: str, days: int = 0) -> Json:
    return {"id": key, "created_at": stamp(days), "updated_at": stamp(days), "cites": []}


def item(key: str, text: str, **changes: Any) -> Json:
    return {
        **kept(key),
        "what": "reminder",
        "text": text,
        "first_seen": stamp(2),
        "status": "open",
        "carried": 0,
        "due": None,
        "listed_on": None,
        "surfaced_on": None,
        "evidence": [],
        "overdue": False,
        **changes,
    }


def goal(key: str, title: str, **changes: Any) -> Json:
    return {**kept(key), "number": 1, "title": title, "notes": [], "stale": False, **changes}


def intention(key: str, what: str, status: str = "intended", **changes: Any) -> Json:
    return {
        **kept(key),
        "what": what,
        "reflection": "",
        "status": status,
        "checks": [],
        "lesson": "",
        **changes,
    }


def correction(key: str, mistake: str, instead: str) -> Json:
    return {**kept(key), "mistake": mistake, "correction": instead, "dormant": False}


def mood() -> Json:
    point = {"valence": 0.6, "energy": 0.5, "openness": 0.7}
    emotions = [{"name": "warm", "intensity": 0.95}, {"name": "amused", "intensity": 0.9}]
    return {
        "point": point,
        "temperament": point,
        "home": {**point, "openness": 0.6},
        "emotions": emotions,
        "mode": None,
        "episode": "e1",
        "resting": True,
        "suggestion": None,
    }


def moved(days: int, cause: str = "shift") -> Json:
    return {
        "at": stamp(days),
        "cause": cause,
        "point": mood()["point"],
        "label": "warm",
        "reason": "She laughed.",
        "mode": None,
        "episode": "e1",
        "sources": [],
    }


def imprint(key: str, strength: float, *, faded: bool = False) -> Json:
    return {
        "id": key,
        "feeling": f"The evening {key}",
        "origin": "felt",
        "strength": strength,
        "made_strength": 0.9,
        "point": mood()["point"],
        "created_at": stamp(9),
        "faded": faded,
        "sources": ["episode:e1", "step:s1"],
        "course": [{"at": stamp(9), "strength": 0.9}, {"at": stamp(), "strength": strength}],
    }


def prediction(key: str, statement: str, status: str = "pending", confidence: float = 0.8) -> Json:
    return {
        **kept(key),
        "statement": statement,
        "status": status,
        "confidence": confidence,
        "deadline": "2026-05-01",
        "resolution": None,
    }


def decision(key: str, decided: str) -> Json:
    return {**kept(key), "decision": decided, "predicted": "", "confidence": 0.5, "result": None}


def trail(key: str, context: str) -> Json:
    found: Json = {"hypotheses": [], "evidence": [], "abandoned": [], "solution": None}
    return {**kept(key), "context": context, "status": "open", **found}


def model(key: str, statement: str) -> Json:
    shown = {
        "text": "She chose before breakfast",
        "at": stamp(3),
        "direction": "supports",
        "cites": ["episode:e1", "step:s1"],
    }
    return {**kept(key), "statement": statement, "status": "active", "confidence": 0.55, "evidence": [shown]}


def business(key: str, name: str, **changes: Any) -> Json:
    words = {"description": "", "audience": "", "angle": "", "status": "exploring"}
    lists: Json = {"competitors": [], "notes": [], "score": None, "total": None}
    return {**kept(key), "name": name, **words, **lists, **changes}


def directive(key: str, text: str, place: int) -> Json:
    return {"id": key, "place": place, "text": text, "version": 1, "at": stamp(9), "withdrawn_at": None}


def episode(key: str, days: int) -> Json:
    return {"id": key, "type": "mixed", "started": stamp(days), "ended": stamp(days)}


def said(key: str, text: str, of: str) -> Json:
    return {"ref": f"step:{key}", "episode": f"episode:{of}", "at": stamp(1), "speaker": "Mira", "text": text}


class ShelfBook:
    """Answers with what it holds; `asked` are all requests, `changed` those that were meant to change something."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Json]] = []
        self.lists: dict[str, Json] = {
            "handoff.read": {
                "open": [
                    item("h1", "Call the hall", due="2026-05-02"),
                    item("h2", "Book the hall", overdue=True, carried=3, what="plan"),
                    item("h3", "Pick up the dress", due="2026-05-09"),
                ],
                "proposed": [item("h4", "Order the cake", status="proposed")],
                "settled": [item("h5", "Ask the baker", status="fulfilled")],
            },
            "goals.list": {
                "goals": [
                    goal("g1", "Learn to sail", stale=True),
                    goal("g2", "Give a speech", priority="high", project="Wedding"),
                    goal("g3", "Bake bread", status="done"),
                ]
            },
            "intention.read": {"intention": None, "earlier": []},
            "corrections.list": {
                "corrections": [
                    correction("c1", "Gave three suggestions", "Ask first")
                    | {"activations": 1, "minded": [{"at": stamp(), "ref": "step:s1"}]},
                    correction("c2", "Said “the event”", "Say “the wedding”"),
                ]
            },
            "corrections.match": {"matches": [{"correction": {"id": "c2"}, "relevance": 0.7}]},
            "mood": mood(),
            "mood.journal": {"entries": [moved(1), moved(2), moved(3, "wake")]},
            "mood.arcs": {
                "arcs": [{"episode": "e1", "pattern": "upswing", "samples": 4, "start": None, "end": None}]
            },
            "mood.imprints": {
                "imprints": [imprint("i1", 0.4), imprint("i2", 0.8), imprint("i3", 0.1, faded=True)]
            },
            "predictions.list": {
                "predictions": [prediction("p1", "It rains"), prediction("p2", "She orders", "correct")]
            },
            "models.list": {"models": [model("m1", "Mira decides in the morning")]},
            "principles.list": {"principles": []},
            "reasoning.list": {"trails": []},
            "outcomes.list": {"outcomes": []},
            "ideas.list": {"ideas": []},
            "business.list": {"ideas": []},
            "directives.list": {
                "directives": [directive("d1", "Be brief.", 1), directive("d2", "Ask first.", 2)]
            },
            "self.components": {"components": [], "missing": []},
            "self.candidates": {
                "candidates": [{"node": "n1", "text": "I listen first.", "votes": [], "verdict": None}]
            },
            "night.history": {"lines": []},
            "self.shorthands": {"shorthands": []},
            "compass.read": {"compass": None, "note": "", "loops": []},
            "inferred": {"inferred": []},
            "episodes.find": {"episodes": [episode("e1", 1), episode("e2", 4)]},
            "episodes.projects": {"projects": []},
            "episodes.of": {"episode": {"id": "e2"}},
            "episodes.read": {"steps": [said("s1", "The speech made her cry.", "e1")]},
            "trail.surprising": {"steps": []},
            "trail.search": {"evidence": [said("s2", "The cake is ordered.", "e2")]},
            "intent.greeting": {"greeting": greeting()},
            "feeds.items": {"items": []},
            "night.brief": {
                "brief": brief(),
                "summary": "Today: buy the cake.",
                "sections": HEADINGS,
                "more": {},
            },
            "night.findings": {"lines": [sourced("l1", "finding", "The cake may bear on the hall.")]},
            "night.journal": {"lines": [sourced("l2", "drift", "A cake is a small house.")]},
            "night.status": {
                "paused": False,
                "waits": "",
                "open": [],
                "recent": [run("r1", "done", 2), run("r2", "dead", 0)],
                "next_run": stamp(),
            },
            "night.problems": {"problems": []},
            "night.run_of": {
                "lines": [sourced("l3", "dream", "You came back to the sea.")],
                "left_out": [],
                "changes": [{"what": "merged", "ref": "node:n1"}],
                "night_changes": [],
            },
            "noticing.told": {"told": [told("o1", "near_deadline", "goal:g2")]},
            "noticing.observations": {"observations": [OBSERVED]},
            "history": {"exchanges": []},
            "standing": {"waiting": {"reminders": 2}, "filled": ["reminders", "goals"]},
        }

    @property
    def changed(self) -> list[tuple[str, Json]]:
        return [(name, given) for name, given in self.asked if name not in self.lists]

    def answer(self, request: str, parameters: Json) -> Json:
        self.asked.append((request, parameters))
        if request in self.lists:
            return self.lists[request]
        if request in {"night.pause", "night.resume"}:
            paused = request == "night.pause"
            self.lists["night.status"] |= {"paused": paused, "waits": "paused" if paused else ""}
            return self.lists["night.status"]
        made = {
            "handoff.add": ("item", lambda: item("h9", parameters["text"], due=parameters["due"])),
            "goals.add": ("goal", lambda: goal("g9", parameters["title"])),
            "corrections.add": ("correction", lambda: correction("c9", parameters["mistake"], "x")),
            "directives.add": ("directive", lambda: directive("d9", parameters["text"], 3)),
            "intention.set": ("intention", lambda: intention("i9", parameters["what"])),
            "intention.check": ("intention", lambda: intention("i1", "Ask first", "checked")),
            "intention.grow": ("intention", lambda: intention("i1", "Ask first", "grown")),
            "night.problem": ("job", lambda: {**run("r9", "waiting", 0), "given": parameters["text"]}),
            "business.add": ("idea", lambda: business("b9", parameters["name"])),
            "outcomes.record": ("outcome", lambda: decision("o9", parameters["decision"])),
            "ideas.create": ("idea", lambda: {**kept("k9"), **parameters, "status": "seed", "seeds": []}),
            **dict.fromkeys(TRAIL_CHANGES, ("trail", lambda: trail("t1", "The hull leaks"))),
            "principles.evidence": ("principle", lambda: model("m2", "Mornings are for deciding")),
            "models.create": ("model", lambda: model("m9", parameters["statement"])),
            "reasoning.start": ("trail", lambda: trail("t9", parameters["context"])),
            "self.share": ("shorthand", lambda: parameters),
            "mood.imprint": ("imprint", lambda: imprint("i9", 0.5)),
            "self.veto": ("vetoed", lambda: [f"node:{parameters['node']}", "node:n5"]),
            "models.evidence": ("model", lambda: model("m1", "Mira decides in the morning")),
            "predictions.predict": ("prediction", lambda: prediction("p9", parameters["statement"])),
        }
        if request in made:
            name, make = made[request]
            return {name: make()}
        return self._felt(request, parameters) if request.startswith("mood.") else {}

    def _felt(self, request: str, given: Json) -> Json:
        """The mood after it was moved, within its bounds."""
        point = self.lists["mood"]["point"]
        if request == "mood.nudge":
            moved_to = {
                axis: round(max(-1.0, min(1.0, value + given.get(axis, 0.0))), 9)
                for axis, value in point.items()
            }
            self.lists["mood"] = {**self.lists["mood"], "point": moved_to}
        was = {"temperament": point, "imprints": ["i1"]}
        return self.lists["mood"] | ({"was": was} if request == "mood.reset_temperament" else {})


OBSERVED = {
    "kind": "near_deadline",
    "words": "“Give a speech” is due tomorrow.",
    "evidence": ["goal:g2"],
    "subject": "goal:g2",
}


def told(key: str, kind: str, subject: str = "", days: int = 0, fate: str = "told") -> Json:
    return {
        "id": key,
        "kind": kind,
        "subject": subject,
        "session": "e1",
        "at": stamp(days),
        "fate": fate,
        "settled_at": None,
        "evidence": [],
    }


HEADINGS = {"today": "For today", "told": "What we last talked of", "night": "What came up in the night"}


def line(key: str, section: str, text: str, *cites: str) -> Json:
    return {
        "id": key,
        "section": section,
        "text": text,
        "cites": list(cites) or ["step:s1"],
        "run": "r1",
        "phase": "connections",
        "at": stamp(),
    }


def sourced(key: str, section: str, text: str) -> Json:
    source = {"ref": "step:s1", "text": "The cake is ordered.", "at": stamp(1), "who": "person"}
    return {**line(key, section, text), "sources": [source]}


def brief() -> Json:
    lines = [
        line("b1", "today", "buy the cake", "handoff:h1"),
        line("b2", "told", "Yesterday: “The speech made her cry.”"),
        line("b3", "night", "The cake may bear on the hall.", "line:l1", "step:s1"),
    ]
    return {
        "run": "run:r3",
        "day": NOW.date().isoformat(),
        "at": stamp(),
        "summary": lines[:1],
        "lines": lines,
    }


def run(key: str, state: str, changes: int) -> Json:
    done = {"phase": "merge_duplicates", "outcome": "valid", "at": stamp(), "changes": changes}
    return {
        "id": key,
        "kind": "sleep.consolidation",
        "trigger": "night",
        "state": state,
        "rounds": [done],
        "not_before": stamp(),
        "created_at": stamp(),
    }


def greeting() -> Json:
    return {
        "at": NOW.isoformat(),
        "mode": "fresh_start",
        "time_of_day": "morning",
        "gap_s": 50_000.0,
        "last_episode": {
            "id": "e1",
            "opened_at": stamp(1),
            "ended_at": stamp(1),
            "closed_by": "goodbye",
            "projects": [],
        },
        "due": [],
        "stale_goals": [],
        "intention": None,
        "check_intention": False,
        "context": None,
    }
