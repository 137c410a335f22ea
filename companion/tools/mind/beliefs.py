"""Models, predictions and principles ([E] §10)."""

from typing import Literal

from companion.service import Json
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import needed, words

Direction = Literal["supports", "weakens", "invalidates"]


@tool(Module.COGNITION_3D)
def model(
    at: Border,
    action: Literal["create", "evidence", "get", "search", "list", "stats", "invalidate"] = "list",
    model_id: str | None = None,
    statement: str | None = None,
    domain: str | None = None,
    evidence_text: str | None = None,
    direction: Direction = "supports",
    confidence: float | None = None,
    source: str = "manual",
    query: str | None = None,
    tags: str | None = None,
    n: int = 10,
) -> Json:
    """What it takes to be so, with evidence that raises or lowers how sure it is."""
    match action:
        case "create":
            given = {"domain": domain, "confidence": confidence, "tags": words(tags)}
            return at.ask("models.create", statement=needed("statement", statement), **given)
        case "evidence":
            about, text = needed("model_id", model_id), needed("evidence_text", evidence_text)
            return at.ask("models.evidence", model=about, text=text, direction=direction)
        case "invalidate":
            return at.ask("models.invalidate", model=needed("model_id", model_id))
        case "get":
            return _one(at.ask("models.list"), "models", needed("model_id", model_id))
        case "search":
            return at.ask("models.search", query=needed("query", query), limit=n)
        case "stats":
            return at.ask("models.stats")
        case _:
            return _first(at.ask("models.list", live=True), "models", n)


@tool(Module.COGNITION_3D)
def prediction(
    at: Border,
    action: Literal["predict", "check", "get", "pending", "expired", "accuracy", "search", "list"] = "list",
    prediction_id: str | None = None,
    statement: str | None = None,
    confidence: float | None = None,
    deadline: str | None = None,
    source_model: str | None = None,
    actual_outcome: str | None = None,
    status: str | None = None,
    lesson: str | None = None,
    query: str | None = None,
    tags: str | None = None,
    days_ahead: int = 14,
    n: int = 10,
) -> Json:
    """What was foreseen with a day on which it is known, and what became of it."""
    match action:
        case "predict":
            given = {"confidence": confidence, "deadline": deadline, "source_model": source_model}
            said = needed("statement", statement)
            return at.ask("predictions.predict", statement=said, tags=words(tags), **given)
        case "check":
            became = {"status": needed("status", status), "actual": actual_outcome, "lesson": lesson}
            return at.ask("predictions.resolve", prediction=needed("prediction_id", prediction_id), **became)
        case "get":
            every = at.ask("predictions.list", show="all")
            return _one(every, "predictions", needed("prediction_id", prediction_id))
        case "pending":
            return at.ask("predictions.list", show="pending", days_ahead=days_ahead)
        case "expired":
            return at.ask("predictions.list", show="expired")
        case "accuracy":
            return at.ask("predictions.accuracy")
        case "search":
            return at.ask("predictions.search", query=needed("query", query), limit=n)
        case _:
            return _first(at.ask("predictions.list", show="all"), "predictions", n)


@tool(Module.COGNITION_3D)
def principle(
    at: Border,
    action: Literal["list", "get", "search", "confirm", "challenge", "create", "stats"] = "list",
    principle_id: str | None = None,
    statement: str | None = None,
    domain: str | None = None,
    query: str | None = None,
    confidence: float | None = None,
    evidence: str | None = None,
    run_date: str | None = None,
    tags: str | None = None,
) -> Json:
    """Rules that repeated insights became."""
    match action:
        case "create":
            given = {"domain": domain, "confidence": confidence, "tags": words(tags)}
            return at.ask("principles.create", statement=needed("statement", statement), **given)
        case "confirm" | "challenge":
            about = needed("principle_id", principle_id)
            return at.ask("principles.evidence", principle=about, direction=f"{action}s", text=evidence)
        case "get":
            return _one(at.ask("principles.list"), "principles", needed("principle_id", principle_id))
        case "search":
            return at.ask("principles.search", query=needed("query", query))
        case "stats":
            return at.ask("principles.stats")
        case _:
            return at.ask("principles.list")


def _one(found: Json, name: str, wanted: str) -> Json:
    return {name.removesuffix("s"): next((each for each in found[name] if each["id"] == wanted), None)}


def _first(found: Json, name: str, most: int) -> Json:
    return {name: found[name][: max(0, most)]}
