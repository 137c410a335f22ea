"""Models, predictions and principles ([E] §10)."""

from typing import Literal

from companion.requests.room import record
from companion.service import Json
from companion.tools.answers import row_of, with_proposed
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import needed, waiting, words

Direction = Literal["supports", "weakens", "invalidates"]
HAND = "manual"
"""The source that says nothing."""


@tool(
    Module.COGNITION_3D,
    "models.create",
    "models.evidence",
    "models.invalidate",
    record(model=row_of("models.list", "models") | None),
    "models.search",
    "models.stats",
    with_proposed("models.list"),
)
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
            given = {"domain": domain, "confidence": confidence, "tags": _labels(tags, source)}
            return at.ask("models.create", statement=needed("statement", statement), **given)
        case "evidence":
            seen = _seen(needed("evidence_text", evidence_text), source, confidence)
            return at.ask(
                "models.evidence", model=needed("model_id", model_id), text=seen, direction=direction
            )
        case "invalidate":
            return at.ask("models.invalidate", model=needed("model_id", model_id))
        case "get":
            return _one(at.ask("models.list"), "models", needed("model_id", model_id))
        case "search":
            found = at.ask("models.search", query=needed("query", query), limit=n)
            return _those(found, "models", domain=domain)
        case "stats":
            return at.ask("models.stats")
        case _:
            live = _those(at.ask("models.list", live=True), "models", domain=domain)
            return {**_first(live, "models", n), **waiting(at, "models.")}


@tool(
    Module.COGNITION_3D,
    "predictions.predict",
    "predictions.resolve",
    record(prediction=row_of("predictions.list", "predictions") | None),
    "predictions.accuracy",
    "predictions.search",
    with_proposed("predictions.list"),
)
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
            found = at.ask("predictions.search", query=needed("query", query), limit=n)
            return _those(found, "predictions", status=status)
        case _:
            every = _those(at.ask("predictions.list", show="all"), "predictions", status=status)
            return {**_first(every, "predictions", n), **waiting(at, "predictions.")}


@tool(
    Module.COGNITION_3D,
    "principles.create",
    "principles.evidence",
    record(principle=row_of("principles.list", "principles") | None),
    "principles.search",
    "principles.stats",
    with_proposed("principles.list"),
)
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
            given = {"domain": domain, "confidence": confidence, "tags": _labels(tags, run_date)}
            return at.ask("principles.create", statement=needed("statement", statement), **given)
        case "confirm" | "challenge":
            about = needed("principle_id", principle_id)
            seen = evidence and _seen(evidence, run_date, confidence)
            return at.ask("principles.evidence", principle=about, direction=f"{action}s", text=seen)
        case "get":
            return _one(at.ask("principles.list"), "principles", needed("principle_id", principle_id))
        case "search":
            return _those(
                at.ask("principles.search", query=needed("query", query)), "principles", domain=domain
            )
        case "stats":
            return at.ask("principles.stats")
        case _:
            found = _those(at.ask("principles.list"), "principles", domain=domain)
            return {**found, **waiting(at, "principles.")}


def _one(found: Json, name: str, wanted: str) -> Json:
    return {name.removesuffix("s"): next((each for each in found[name] if each["id"] == wanted), None)}


def _those(found: Json, name: str, **wanted: str | None) -> Json:
    """Those of the records that are as wanted; None wants nothing."""
    asked = {field: value for field, value in wanted.items() if value is not None}
    return {name: [one for one in found[name] if all(one[field] == asked[field] for field in asked)]}


def _labels(tags: str | None, source: str | None) -> list[str] | None:
    """Tags, with where it comes from among them."""
    row = [*(words(tags) or []), *([] if source in {None, "", HAND} else [source])]
    return row or None


def _seen(text: str, source: str | None, confidence: float | None) -> str:
    """What was seen, with where and how surely, as the client says; it is weighed as any other evidence."""
    about = [] if source in {None, "", HAND} else [str(source)]
    about += [] if confidence is None else [f"{confidence:.0%} sure"]
    return f"{text} ({', '.join(about)})" if about else text


def _first(found: Json, name: str, most: int) -> Json:
    return {name: found[name][: max(0, most)]}
