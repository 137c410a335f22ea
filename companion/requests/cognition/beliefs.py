"""Models, predictions and principles, and the insights that make them ([E] §10)."""

from datetime import date
from enum import StrEnum

from pydantic import AwareDatetime, Field

from companion.requests.cognition.asking import (
    Id,
    Kind,
    Search,
    Sources,
    Sure,
    Tags,
    Text,
    Words,
    calibrated,
    cognition_of,
    found,
    let_go,
    likely,
    shown,
)
from companion.requests.room import Nothing, Request, Requests, RoomRequest, Setting, record
from companion.service import Json
from engine.cognition import (
    Calibration,
    Cognition,
    Direction,
    Domain,
    Insight,
    Model,
    Prediction,
    PredictionStatus,
    Principle,
)


class Believe(Request):
    """A model or principle by hand."""

    statement: Text = Field(description="What is so.")
    domain: Domain = Field(
        default=Domain.GENERAL,
        description="technical, business, work_patterns, project, general, emotional or behavioral.",
    )
    confidence: Sure = None
    sources: Sources = ()
    tags: Tags = ()


class ListModels(Request):
    """With `live` only what is still believed."""

    live: bool = Field(default=False, description="Only what is still believed.")


class NamedModel(Request):
    """Which model."""

    model: Id


class WeighModel(NamedModel):
    """What speaks for it or against it."""

    direction: Direction = Field(default=Direction.SUPPORTS, description="supports, weakens or invalidates.")
    text: Words = Field(default="", description="What was seen.")
    sources: Sources = ()


class Supersede(NamedModel):
    """The model that takes its place."""

    by: Id


class Show(StrEnum):
    """Which predictions are listed."""

    PENDING = "pending"
    DUE = "due"
    EXPIRED = "expired"
    SETTLED = "settled"
    ALL = "all"


class ListPredictions(Request):
    """`days_ahead` holds for what is pending."""

    show: Show = Field(default=Show.PENDING, description="pending, due, expired, settled or all.")
    days_ahead: int | None = Field(
        default=None, ge=0, le=3650, description="Only what is known within so many days."
    )


class Predict(Believe):
    """Something that will be known on a day."""

    statement: Text = Field(description="What will be so.")
    deadline: date | None = Field(
        default=None, description="The day on which it is known; in two weeks without."
    )
    source_model: str | None = Field(
        default=None, max_length=64, description="The belief that it follows from."
    )


class NamedPrediction(Request):
    """Which prediction."""

    prediction: Id


class Resolve(NamedPrediction):
    """What became of it."""

    status: PredictionStatus = Field(description="correct, wrong, partially_correct or expired.")
    actual: Words = Field(default="", description="What happened.")
    lesson: Words = Field(default="", description="What is learnt from it.")


class AskAccuracy(Request):
    """In one domain, or in all."""

    domain: Domain | None = Field(default=None, description="Of one domain only.")


class NamedPrinciple(Request):
    """Which principle."""

    principle: Id


class WeighPrinciple(NamedPrinciple):
    """Whether it held."""

    direction: Direction = Field(default=Direction.CONFIRMS, description="confirms or challenges.")
    text: Words = Field(default="", description="What was seen.")
    sources: Sources = ()


class UnweighModel(NamedModel):
    """What the person said of it, by when they said it."""

    at: AwareDatetime = Field(description="When you said it, as its evidence tells.")


class UnweighPrinciple(NamedPrinciple):
    """What the person said of it, by when they said it."""

    at: AwareDatetime = Field(description="When you said it, as its evidence tells.")


REQUESTS = Requests()
COUNTED = {"total": int, "by_status": dict[str, int], "by_domain": dict[str, int]}


@REQUESTS.verb(
    "models.list",
    "What it believes, the surest first: inferred, and it may be wrong.",
    gives=record(models=list[Model]),
    outside="read",
)
def list_models(setting: Setting, asked: ListModels) -> Json:
    """The surest first."""
    models = cognition_of(setting).models
    return {"models": [shown(each) for each in (models.live() if asked.live else models.all())]}


def create_model(cognition: Cognition, asked: Believe) -> Model:
    """Or the one that says the same, supported."""
    return cognition.models.create(
        asked.statement, asked.domain, confidence=asked.confidence, cites=asked.sources, tags=asked.tags
    )


@REQUESTS.verb(
    "models.invalidate",
    "It is not so: it leaves every prompt at once and does not come back by itself.",
    gives=record(model=Model),
    changes="beliefs",
    outside="offered",
)
def invalidate(setting: Setting, asked: NamedModel) -> Json:
    """The person says that it is not so."""
    model = cognition_of(setting).models.invalidate(asked.model)
    let_go(setting, model)
    return {"model": shown(model)}


@REQUESTS.verb(
    "predictions.list",
    "Predictions, the earliest to be known first.",
    gives=record(predictions=list[Prediction]),
    outside="read",
)
def list_predictions(setting: Setting, asked: ListPredictions) -> Json:
    """The earliest to be known first."""
    book = cognition_of(setting).predictions
    lists = {
        Show.PENDING: lambda: book.pending(asked.days_ahead),
        Show.DUE: book.due,
        Show.EXPIRED: lambda: [each for each in book.all() if each.status is PredictionStatus.EXPIRED],
        Show.SETTLED: lambda: [each for each in book.all() if each.outcome is not None],
        Show.ALL: book.all,
    }
    return {"predictions": [shown(each) for each in lists[asked.show]()]}


def predict(cognition: Cognition, asked: Predict) -> Prediction:
    """Or the open one that says the same."""
    return cognition.predictions.predict(
        asked.statement,
        confidence=asked.confidence,
        deadline=asked.deadline,
        domain=asked.domain,
        source_model=asked.source_model,
        cites=asked.sources,
        tags=asked.tags,
    )


def resolve(cognition: Cognition, asked: Resolve) -> Prediction:
    """As the person says."""
    return cognition.predictions.resolve(asked.prediction, asked.status, asked.actual, asked.lesson)


@REQUESTS.verb(
    "predictions.accuracy",
    "How often it was right, and whether it was too sure.",
    gives=record(calibration=Calibration),
    outside="read",
)
def accuracy(setting: Setting, asked: AskAccuracy) -> Json:
    """Of what the person settled."""
    return {"calibration": calibrated(cognition_of(setting).predictions.accuracy(asked.domain))}


@REQUESTS.verb(
    "principles.list",
    "Rules that insights became, the surest first.",
    gives=record(principles=list[Principle]),
    outside="read",
)
def list_principles(setting: Setting, _asked: Nothing) -> Json:
    """The surest first, rejected ones too."""
    return {"principles": [shown(each) for each in cognition_of(setting).principles.all()]}


def create_principle(cognition: Cognition, asked: Believe) -> Principle:
    """Or the one that says the same."""
    return cognition.principles.create(
        asked.statement, asked.domain, confidence=asked.confidence, cites=asked.sources, tags=asked.tags
    )


@REQUESTS.verb(
    "principles.reject",
    "You do not want it: it leaves every prompt at once and does not come back by itself.",
    gives=record(principle=Principle),
    changes="principles",
    outside="offered",
)
def reject(setting: Setting, asked: NamedPrinciple) -> Json:
    """The person does not want it."""
    principle = cognition_of(setting).principles.reject(asked.principle)
    let_go(setting, principle)
    return {"principle": shown(principle)}


@REQUESTS.verb(
    "insights.list", "What was noticed once and may become one.", gives=record(insights=list[Insight])
)
def list_insights(setting: Setting, _asked: Nothing) -> Json:
    """Oldest first."""
    return {"insights": [shown(each) for each in cognition_of(setting).insights.all()]}


REQUESTS |= {
    "models.search": RoomRequest(
        Search,
        lambda at, asked: found("models", cognition_of(at).models.search(asked.query, asked.limit)),
        words="What it believes about something.",
        outside="read",
        gives=record(models=likely(Model)),
    ),
    "models.stats": RoomRequest(
        Nothing,
        lambda at, _: {"stats": cognition_of(at).models.stats()},
        words="How many beliefs there are, and how they stand.",
        outside="read",
        gives=record(stats=record(**COUNTED, mean_confidence=float | None)),
    ),
    "predictions.search": RoomRequest(
        Search,
        lambda at, asked: found("predictions", cognition_of(at).predictions.search(asked.query, asked.limit)),
        words="What was foreseen about something.",
        outside="read",
        gives=record(predictions=likely(Prediction)),
    ),
    "principles.search": RoomRequest(
        Search,
        lambda at, asked: found("principles", cognition_of(at).principles.search(asked.query, asked.limit)),
        words="Rules about something.",
        outside="read",
        gives=record(principles=likely(Principle)),
    ),
    "principles.stats": RoomRequest(
        Nothing,
        lambda at, _: {"stats": cognition_of(at).principles.stats()},
        words="How many rules there are, and how they stand.",
        outside="read",
        gives=record(stats=record(**COUNTED, confirmed=int, challenged=int)),
    ),
}

MODELS = Kind(REQUESTS, "model", Model, "beliefs")
MODELS.verb(
    "models.create", "Let it believe something; what it believes already is supported.", Believe, create_model
)
MODELS.verb(
    "models.evidence",
    "Say what speaks for it or against it.",
    WeighModel,
    lambda at, asked: at.models.evidence(asked.model, asked.direction, asked.text, cites=asked.sources),
)
MODELS.verb(
    "models.unweigh",
    "Take back what you said for it or against it.",
    UnweighModel,
    lambda at, asked: at.models.take_word_back(asked.model, asked.at),
)
MODELS.verb("models.revive", "Believe it again.", NamedModel, lambda at, asked: at.models.revive(asked.model))
MODELS.verb(
    "models.supersede",
    "Let another belief take its place.",
    Supersede,
    lambda at, asked: at.models.supersede(asked.model, asked.by),
)

PREDICTIONS = Kind(REQUESTS, "prediction", Prediction, "predictions")
PREDICTIONS.verb("predictions.predict", "Foresee something, so that it can be checked.", Predict, predict)
PREDICTIONS.verb("predictions.resolve", "Say what became of it.", Resolve, resolve)
PREDICTIONS.verb(
    "predictions.agree",
    "Agree with what the companion thinks became of it.",
    NamedPrediction,
    lambda at, asked: at.predictions.agree(asked.prediction),
)
PREDICTIONS.verb(
    "predictions.undo",
    "It is open again.",
    NamedPrediction,
    lambda at, asked: at.predictions.undo(asked.prediction),
)

PRINCIPLES = Kind(REQUESTS, "principle", Principle, "principles")
PRINCIPLES.verb("principles.create", "Set one yourself.", Believe, create_principle)
PRINCIPLES.verb(
    "principles.evidence",
    "Say whether it held.",
    WeighPrinciple,
    lambda at, asked: at.principles.evidence(
        asked.principle, asked.direction, asked.text, cites=asked.sources
    ),
)
PRINCIPLES.verb(
    "principles.unweigh",
    "Take back what you said of it.",
    UnweighPrinciple,
    lambda at, asked: at.principles.take_word_back(asked.principle, asked.at),
)
PRINCIPLES.verb(
    "principles.revive",
    "Take it up again.",
    NamedPrinciple,
    lambda at, asked: at.principles.revive(asked.principle),
)
