"""Reflection in the background ([P] §6.5): what triggers it chooses its features, and each feature is a phase.

The evidence are Steps, read as they were said. What a run learns is written through the Personal Model alone, and its
result is the document of the job: counts by phase, lines that cite what they stand on, and changes that can be undone.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from functools import partial

from engine.conversation.prompting.particulars import particulars
from engine.conversation.reflection import Claim, ClaimExtractor
from engine.conversation.reflection.claims import claimed
from engine.conversation.reflection.keeping import proposal_of
from engine.language import LanguageModel, Scoring
from engine.memory import conflicts
from engine.night.material import (
    nearest,
    noted_refs,
    plain_words,
    private_refs,
    step_ref,
    telling,
    told,
    told_lately,
)
from engine.night.phases.learning import write_diary
from engine.night.records import Change, Job, JobKind, NewLine, Outcome
from engine.night.telling import quoted, specificity
from engine.night.undoing import ASKED, STATED
from engine.night.working import Draft, Phase, Work
from engine.person import Fact, Question, conflict_between
from engine.person import Outcome as Written
from engine.search import stems
from engine.trail import Step, StepKind
from engine.vault import UnitOfWork

SUPPORT, AUDIT, LOST = "support", "audit", "lost"
BEFORE = 4
DAYS = 8
LIKE_FROM = 0.75
"""Cosine from which two facts may be of the same."""
MOST_LOST = 12
LEAST_CALLS, MOSTLY = 3, 0.5


class Trigger(StrEnum):
    """What may have a reflection begun."""

    EPISODE_CLOSE = "episode_close"
    MANUAL = "manual"
    DIARY = "diary"
    DREAM = "dream"
    INIT_PROFILE = "init_profile"
    CONTEXT_COMPACTION = "context_compaction"


class Feature(StrEnum):
    """What a reflection may do, in its order."""

    PM = "pm"
    QUESTIONS = "questions"
    COMPRESS = "compress"
    RECALL = "recall"
    DIARY = "diary"
    SKILLS = "skills"


FEATURES: Mapping[Trigger, tuple[Feature, ...]] = {
    Trigger.EPISODE_CLOSE: (Feature.PM, Feature.QUESTIONS, Feature.RECALL),
    Trigger.MANUAL: (Feature.PM, Feature.QUESTIONS, Feature.RECALL, Feature.SKILLS),
    Trigger.DIARY: (Feature.RECALL, Feature.DIARY),
    Trigger.DREAM: (Feature.PM, Feature.QUESTIONS, Feature.RECALL),
    Trigger.INIT_PROFILE: (Feature.PM, Feature.QUESTIONS),
    Trigger.CONTEXT_COMPACTION: (Feature.COMPRESS, Feature.RECALL),
}
"""`one-mind.md`, "The night"; by hand others may be chosen."""


def asked_for(trigger: Trigger, subject: str = "") -> str:
    """What a job is given: the trigger with the Episode that it is about, or the features that were chosen."""
    return f"{trigger.value}:{subject}" if subject else trigger.value


def trigger_of(job: Job) -> tuple[Trigger, str]:
    """The trigger of a job and its subject."""
    if job.kind is JobKind.DIARY:
        return Trigger.DIARY, ""
    name, _, subject = job.given.partition(":")
    return Trigger(name), subject


def phases(job: Job) -> tuple[tuple[str, Phase], ...]:
    """The features of its trigger; by hand those that were chosen."""
    trigger, subject = trigger_of(job)
    chosen = set(subject.split(",")) if trigger is Trigger.MANUAL and subject else set(FEATURES[trigger])
    return tuple((feature.value, _PHASES[feature]) for feature in Feature if feature in chosen)


def evidence(work: Work) -> list[Step]:
    """What the person told that the trigger is about. Read on the engine's thread."""
    trigger, subject = trigger_of(work.job)
    trail, most = work.rooms.trail, work.settings.told_most
    match trigger:
        case Trigger.EPISODE_CLOSE:
            return telling(work, trail.recent_steps(most, subject, (StepKind.UTTERANCE,)))
        case Trigger.CONTEXT_COMPACTION:
            return telling(work, _summed_up(work))
        case Trigger.DIARY | Trigger.DREAM:
            return told(work, work.now - timedelta(days=DAYS))
        case Trigger.MANUAL | Trigger.INIT_PROFILE:
            return told_lately(work)


def learn_facts(work: Work) -> Draft:
    """Facts from what was told of which none was kept: where a model had failed, or a larger one reads it now."""
    model = work.model
    if model is None or not isinstance(model, Scoring):
        return Draft(outcome=Outcome.NO_MODEL)
    steps = work.engine(lambda: _unlearnt(work, model))
    found, looked_at = [], []
    for step in steps:
        claims = _claims(work, model, step)
        if work.stopped():
            break
        found += [(step, claim) for claim in claims]
        looked_at.append(_read_by(step, model))

    def apply(_: UnitOfWork) -> Sequence[Change]:
        return [change for step, claim in found for change in _kept(work, step, claim)]

    return Draft(apply=apply, seen=looked_at, figures={"read": len(looked_at), "claims": len(found)})


def raise_questions(work: Work) -> Draft:
    """What is to be asked: facts that cannot both be so, as they differ in a number, a date or a polarity."""
    pairs = work.engine(lambda: _at_odds(work))

    def apply(_: UnitOfWork) -> Sequence[Change]:
        asked = [conflict_between(pair, work.now) for pair in pairs]
        opened = [work.rooms.person.open_question(one) for one in asked]
        return [Change(what=ASKED, ref=f"question:{one.id}") for one in _fresh(opened, asked)]

    return Draft(apply=apply, figures={"at_odds": len(pairs)})


def find_support(work: Work) -> Draft:
    """What else the person told, on another day, that a fact of the evidence rests on."""

    def read() -> tuple[list[Fact], list[Step]]:
        private, steps = private_refs(work.rooms), {step.id for step in evidence(work)}
        facts = [one for one in work.rooms.person.facts() if steps.intersection(one.source_step_ids)]
        return [one for one in facts if one.ref not in private], told_lately(work)

    facts, lately = work.engine(read)
    found = [(fact, near) for fact in facts if (near := _support(work, fact, lately)) is not None]
    names = [_supports(fact, near) for fact, near in found]
    known = work.engine(lambda: work.store.seen(names))
    fresh = [pair for pair, name in zip(found, names, strict=True) if name not in known]
    lines = [_supported(work, fact, near) for fact, near in fresh]
    return Draft(lines, seen=[_supports(*pair) for pair in fresh], figures={"facts": len(facts)})


def audit_skills(work: Work) -> Draft:
    """How the searches went that it made by itself: how often each, and which of them mostly fails or finds nothing."""
    results = work.engine(
        lambda: work.rooms.trail.recent_steps(work.settings.told_most, kinds=(StepKind.TOOL_RESULT,))
    )
    by_tool = {name: [one for one in results if _tool(one) == name] for name in map(_tool, results) if name}
    lines = [line for name, steps in sorted(by_tool.items()) for line in _audited(work, name, steps)]
    return Draft(lines, figures={"calls": {name: len(steps) for name, steps in by_tool.items()}})


def check_summary(work: Work) -> Draft:
    """What of the turns that were summed up stands in no summary, and whether recall finds it by its own words."""

    def read() -> list[NewLine]:
        summary = work.rooms.summary()
        held = "" if summary is None else summary.text.casefold()
        missing = [step for step in telling(work, _summed_up(work)) if _is_lost(step, held)]
        return [_lost_line(work, step) for step in missing if not _is_found(work, step)][:MOST_LOST]

    lines = work.engine(read)
    return Draft(lines, figures={"read": len(work.engine(lambda: _summed_up(work)))})


_PHASES: Mapping[Feature, Phase] = {
    Feature.PM: learn_facts,
    Feature.QUESTIONS: raise_questions,
    Feature.COMPRESS: check_summary,
    Feature.RECALL: find_support,
    Feature.DIARY: write_diary,
    Feature.SKILLS: audit_skills,
}


def _unlearnt(work: Work, model: LanguageModel) -> list[Step]:
    """Those of the evidence that no fact, question or intention came of, that wait for no reflection, and that this
    model has not read for it.
    """
    rooms, steps = work.rooms, evidence(work)
    facts = rooms.person.facts(status=None)
    known = {f"step:{step}" for fact in facts for step in fact.source_step_ids}
    known |= {f"step:{step}" for question in rooms.person.questions() for step in question.step_ids}
    known |= noted_refs(rooms)
    waiting = set(rooms.outstanding())
    read = work.store.seen([_read_by(step, model) for step in steps])
    return [
        step
        for step in steps
        if step_ref(step) not in known and step.loop_id not in waiting and _read_by(step, model) not in read
    ]


def _claims(work: Work, model: LanguageModel, step: Step) -> Sequence[Claim]:
    rooms, began = work.rooms, work.clock.monotonic()
    extractor = ClaimExtractor(model, rooms.decisions, rooms.claims, partial(_known, work))
    before = work.engine(lambda: rooms.trail.spoken_before(step, BEFORE))
    claims = extractor.of(step, before, work.stopped)
    read = claimed(step.text)
    work.spend(sum(map(model.count, read)), work.clock.monotonic() - began, len(read))
    return claims


def _known(work: Work, text: str) -> Sequence[Fact]:
    """The facts that a statement may put out of date."""
    return work.rooms.person.nearest(text, work.rooms.claims.superseded, work.rooms.claims.superseded_near)


def _kept(work: Work, step: Step, claim: Claim) -> list[Change]:
    """Through the Personal Model, which asks first where its policy says so."""
    update = work.rooms.person.apply(proposal_of(claim, step, work.rooms.claims))
    return [] if update.outcome is Written.DROPPED else [Change(what=STATED, ref=f"update:{update.id}")]


def _at_odds(work: Work) -> list[tuple[Fact, Fact]]:
    """Pairs of facts, the older first, of which the evidence holds one."""
    person, steps = work.rooms.person, {step.id for step in evidence(work)}
    found = {}
    for fact in person.facts():
        if fact.private or not steps.intersection(fact.source_step_ids):
            continue
        for other in person.nearest(fact.text, 4, LIKE_FROM):
            if other.id != fact.id and not other.private and conflicts(fact.text, other.text):
                pair = sorted((fact, other), key=lambda one: (one.created_at, one.id))
                found[pair[0].id, pair[1].id] = (pair[0], pair[1])
    return list(found.values())


def _fresh(opened: Sequence[Question | None], asked: Sequence[Question]) -> list[Question]:
    """Those that were not waiting already."""
    pairs = zip(opened, asked, strict=True)
    return [question for question, wanted in pairs if question is not None and question.id == wanted.id]


def _support(work: Work, fact: Fact, lately: Sequence[Step]) -> Step | None:
    days = {step.said_at.date() for step in lately if step.id in fact.source_step_ids}
    others = [one for one in lately if one.said_at.date() not in days]
    near = nearest(work, fact.text, others)
    return None if near is None or conflicts(plain_words(near), fact.text) else near


def _supports(fact: Fact, step: Step) -> str:
    return f"support:{fact.id}/{step.id}"


def _supported(work: Work, fact: Fact, step: Step) -> NewLine:
    quote, day = quoted(plain_words(step)), work.day_of(step.said_at.date())
    return NewLine(
        section=SUPPORT,
        text=work.words.supported.format(text=quoted(fact.text).rstrip("."), day=day, quote=quote),
        quote=quote,
        cites=(fact.ref, *(f"step:{one}" for one in fact.source_step_ids), step_ref(step)),
        weight=specificity(fact.text),
    )


def _tool(step: Step) -> str:
    return str(step.details.get("tool", ""))


def _audited(work: Work, name: str, steps: Sequence[Step]) -> list[NewLine]:
    """A tool that mostly does not serve."""
    ended = Counter(_how(step) for step in steps)
    bad = len(steps) - ended["found"]
    if len(steps) < LEAST_CALLS or bad < MOSTLY * len(steps):
        return []
    text = work.words.audit.format(tool=name, count=len(steps), empty=ended["empty"], failed=ended["failed"])
    return [NewLine(section=AUDIT, text=text, cites=tuple(map(step_ref, steps)), weight=0.5)]


def _how(step: Step) -> str:
    if step.details.get("fault"):
        return "failed"
    return "found" if step.details.get("found") else "empty"


def _summed_up(work: Work) -> list[Step]:
    """The person's turns that the running summary stands for."""
    summary = work.rooms.summary()
    refs = [] if summary is None else [ref for ref in summary.cites if ref.startswith("step:")]
    steps = [work.rooms.trail.step(ref.removeprefix("step:")) for ref in refs]
    return [one for one in steps if one.kind is StepKind.UTTERANCE and one.withdrawn_at is None]


def _is_lost(step: Step, held: str) -> bool:
    return any(item not in held for item in particulars(plain_words(step)))


def _is_found(work: Work, step: Step) -> bool:
    """Whether recall finds it by what is particular about it."""
    cue = " ".join(sorted(particulars(plain_words(step)) | set(stems(plain_words(step)))))
    return step.id in {hit.step.id for hit in work.rooms.trail.search(cue, BEFORE)}


def _lost_line(work: Work, step: Step) -> NewLine:
    quote = quoted(plain_words(step))
    return NewLine(
        section=LOST,
        text=work.words.lost.format(quote=quote),
        quote=quote,
        cites=(step_ref(step),),
        weight=0.6,
    )


def _read_by(step: Step, model: LanguageModel) -> str:
    return f"learnt:{model.info.name}:{step.id}"
