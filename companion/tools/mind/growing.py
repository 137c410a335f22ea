"""How problems were thought through, what was decided, ideas and business ([E] §8, §2.2)."""

from typing import Literal

from companion.requests.room import record
from companion.service import Json
from companion.tools.answers import field_of
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import needed, words


@tool(
    Module.COGNITIVE,
    *(
        f"reasoning.{each}"
        for each in ("start", "hypothesis", "evidence", "abandon", "solve", "show", "list")
    ),
    "reasoning.search",
)
def reasoning(
    at: Border,
    action: Literal[
        "start", "hypothesis", "evidence", "abandon", "solve", "search", "status", "list"
    ] = "search",
    query: str | None = None,
    trail_id: str | None = None,
    context: str | None = None,
    hypothesis: str | None = None,
    hypothesis_index: int | None = None,
    evidence: str | None = None,
    confidence: float | None = None,
    outcome: str | None = None,
    solution: str | None = None,
    breakthrough: str | None = None,
    approach: str | None = None,
    tags: str | None = None,
) -> Json:
    """A problem with its hypotheses, what was found, what was given up, and what solved it."""
    number = None if hypothesis_index is None else hypothesis_index + 1
    match action:
        case "start":
            return at.ask("reasoning.start", context=needed("context", context), tags=words(tags))
        case "hypothesis":
            said = {"statement": needed("hypothesis", hypothesis), "confidence": confidence}
            return at.ask("reasoning.hypothesis", trail=needed("trail_id", trail_id), **said)
        case "evidence":
            seen = {"text": needed("evidence", evidence), "hypothesis": number, "confidence": confidence}
            return at.ask("reasoning.evidence", trail=needed("trail_id", trail_id), **seen)
        case "abandon":
            given_up = {"approach": needed("approach", approach), "why": outcome, "hypothesis": number}
            return at.ask("reasoning.abandon", trail=needed("trail_id", trail_id), **given_up)
        case "solve":
            solved = {"solution": needed("solution", solution), "breakthrough": breakthrough}
            return at.ask("reasoning.solve", trail=needed("trail_id", trail_id), **solved)
        case "status":
            return at.ask("reasoning.show", trail=needed("trail_id", trail_id))
        case "list":
            return at.ask("reasoning.list")
        case _:
            return at.ask("reasoning.search", query=needed("query", query))


@tool(
    Module.COGNITIVE,
    *(f"outcomes.{each}" for each in ("record", "check", "search", "stats", "list")),
    *(record(**{each: field_of("outcomes.pitches", each)}) for each in ("stats", "lessons")),
)
def outcome(
    at: Border,
    action: Literal[
        "record", "check", "list", "stats", "search", "pitch", "pitch_stats", "pitch_lessons"
    ] = "list",
    outcome_id: str | None = None,
    decision: str | None = None,
    context: str | None = None,
    predicted: str | None = None,
    actual: str | None = None,
    assessment: str | None = None,
    lesson: str | None = None,
    reasoning_trail: str | None = None,
    tags: str | None = None,
    idea_id: str | None = None,
    channel: str | None = None,
    audience: str | None = None,
    framing: str | None = None,
) -> Json:
    """What was decided and expected, and how it turned out; a pitch is a decision with its audience."""
    match action:
        case "record" | "pitch":
            pitch = {"channel": channel, "audience": audience, "framing": framing}
            given = {name: value for name, value in pitch.items() if value is not None}
            return at.ask(
                "outcomes.record",
                decision=needed("decision", decision),
                context=context,
                predicted=predicted,
                trail=reasoning_trail,
                idea=idea_id,
                tags=words(tags),
                pitch=given if action == "pitch" else None,
            )
        case "check":
            became = {"assessment": needed("assessment", assessment), "actual": actual, "lesson": lesson}
            return at.ask("outcomes.check", outcome=needed("outcome_id", outcome_id), **became)
        case "search":
            return at.ask("outcomes.search", query=needed("context", context or decision))
        case "stats":
            return at.ask("outcomes.stats")
        case "pitch_stats" | "pitch_lessons":
            found = at.ask("outcomes.pitches")
            return {"stats": found["stats"]} if action == "pitch_stats" else {"lessons": found["lessons"]}
        case _:
            return at.ask("outcomes.list")


@tool(
    Module.COGNITIVE,
    *(f"ideas.{each}" for each in ("create", "add_seed", "activate", "abandon", "stats", "list")),
)
def synthesis(
    at: Border,
    action: Literal["create", "add_seed", "activate", "abandon", "list", "ready", "stats"] = "list",
    synthesis_id: str | None = None,
    concept: str | None = None,
    quote: str | None = None,
    source: str | None = None,
    status: str | None = None,
) -> Json:
    """Half-formed ideas that come up again and again."""
    match action:
        case "create":
            return at.ask("ideas.create", concept=needed("concept", concept))
        case "add_seed":
            seed = {"quote": needed("quote", quote), "source": source}
            return at.ask("ideas.add_seed", idea=needed("synthesis_id", synthesis_id), **seed)
        case "activate" | "abandon":
            return at.ask(f"ideas.{action}", idea=needed("synthesis_id", synthesis_id))
        case "stats":
            return at.ask("ideas.stats")
        case _:
            found = at.ask("ideas.list", ready=action == "ready")
            return {"ideas": [each for each in found["ideas"] if status in {None, each["status"]}]}


@tool(
    Module.BUSINESS,
    *(
        f"business.{each}"
        for each in ("add", "list", "stats", "wanting", "compete", "score", "update", "link")
    ),
    "business.review",
)
def business(
    at: Border,
    action: Literal["idea", "compete", "score", "update", "list", "review", "link", "stats", "boot"] = "list",
    idea_id: str | None = None,
    name: str | None = None,
    description: str | None = None,
    target_audience: str | None = None,
    your_angle: str | None = None,
    competitor_name: str | None = None,
    strengths: str | None = None,
    weaknesses: str | None = None,
    url: str | None = None,
    problem: int | None = None,
    market: int | None = None,
    effort: int | None = None,
    monetization: int | None = None,
    fit: int | None = None,
    status: str | None = None,
    notes: str | None = None,
    tags: str | None = None,
    min_score: int | None = None,
    trail_id: str | None = None,
    outcome_id: str | None = None,
) -> Json:
    """Ideas for a business: scored from 1 to 5 five times, held against competitors, followed over time."""
    what = {"description": description, "audience": target_audience, "angle": your_angle}
    match action:
        case "idea":
            return at.ask("business.add", name=needed("name", name), tags=words(tags), **what)
        case "list":
            return at.ask("business.list", status=status, least=min_score)
        case "stats":
            return at.ask("business.stats")
        case "boot":
            return at.ask("business.wanting")
        case "compete":
            rival = {"strengths": strengths, "weaknesses": weaknesses, "url": url}
            given = {"name": needed("competitor_name", competitor_name), **rival}
        case "score":
            points = {
                "problem": problem, "market": market, "effort": effort, "monetization": monetization, "fit": fit,
            }  # fmt: skip
            given = {each: needed(each, value) for each, value in points.items()}
        case "update":
            given = {"name": name, "status": status, "note": notes, "tags": words(tags), **what}
        case "link":
            given = {"trail": trail_id, "outcome": outcome_id}
        case _:
            given = {}
    return at.ask(f"business.{action}", idea=needed("idea_id", idea_id), **given)
