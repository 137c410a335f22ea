"""The words for how the companion feels: emotions, modes, axes, and what moved it."""

from PySide6.QtCore import QCoreApplication

from ui.conversation.wording import full_date
from ui.mood.model import Axis, Span
from ui.mood.records import Arc, Emotion, MoodNow, Moved, Point
from ui.widgets.choices import Option

translate = QCoreApplication.translate
VERY, CLEARLY, LEAST = 0.95, 0.85, 0.6
"""How near the mood must be to an emotion for that to be felt so; the three nearest are seldom below the last."""
LEAST_DRIFT = 0.03


def strength_words(intensity: float) -> str:
    """How strongly it is felt, in a word."""
    if intensity >= VERY:
        return translate("Mood", "strongly")
    return translate("Mood", "clearly") if intensity >= CLEARLY else translate("Mood", "a little")


def share_of(emotion: Emotion) -> float:
    """How far a bar is filled for it, so that three strong ones can be told apart."""
    return min(1.0, max(0.0, (emotion.intensity - LEAST) / (1 - LEAST)))


def emotion_words(emotion: Emotion) -> str:
    """An emotion with how strongly it is felt."""
    return translate("Mood", "{emotion}, {strength}").format(
        emotion=emotion.name.capitalize(), strength=strength_words(emotion.intensity)
    )


def sentence(now: MoodNow, companion: str) -> str:
    """How it feels, in a sentence."""
    if not now.emotions:
        return translate("Mood", "{companion} is at rest.").format(companion=companion)
    names = [one.name for one in now.emotions[:2]]
    felt = translate("Mood", " and ").join(names)
    return translate("Mood", "{companion} feels {felt}.").format(companion=companion, felt=felt)


def mode_words() -> dict[str, tuple[str, str]]:
    """The modes by their names, with what each is like; "" is none."""
    return {
        "": (translate("Mood", "As it feels"), translate("Mood", "No mode: it feels as it feels")),
        "dev": (translate("Mood", "Focused"), translate("Mood", "A clear head for work")),
        "soft": (translate("Mood", "Gentle"), translate("Mood", "Warm and slow")),
        "playful": (translate("Mood", "Playful"), translate("Mood", "Light, with jokes")),
        "therapist": (translate("Mood", "Listening"), translate("Mood", "Mostly questions, and time")),
        "drift": (translate("Mood", "Drifting"), translate("Mood", "Late and quiet, thoughts may wander")),
        "cold": (translate("Mood", "Matter-of-fact"), translate("Mood", "No feelings, only the matter")),
        "girlfriend": (translate("Mood", "Close"), translate("Mood", "Close and tender")),
    }


def mode_options() -> list[Option]:
    """The modes to choose from."""
    return [Option(key, words, tip) for key, (words, tip) in mode_words().items()]


def axis_words(axis: Axis) -> tuple[str, str, str]:
    """An axis, its lower end and its upper end."""
    return {
        Axis.VALENCE: (
            translate("Mood", "Pleasure"),
            translate("Mood", "Heavier"),
            translate("Mood", "Lighter"),
        ),
        Axis.ENERGY: (
            translate("Mood", "Energy"),
            translate("Mood", "Calmer"),
            translate("Mood", "Livelier"),
        ),
        Axis.OPENNESS: (
            translate("Mood", "Openness"),
            translate("Mood", "More guarded"),
            translate("Mood", "More open"),
        ),
    }[axis]


def point_words(point: Point) -> str:
    """Where a point lies, in words."""
    pleasant = translate("Mood", "pleasant") if point.valence >= 0 else translate("Mood", "heavy")
    lively = translate("Mood", "lively") if point.energy >= 0.5 else translate("Mood", "calm")
    is_open = translate("Mood", "open") if point.openness >= 0.5 else translate("Mood", "guarded")
    return f"{pleasant}, {lively}, {is_open}"


def temperament_words(now: MoodNow) -> str:
    """Where it comes to rest, whether it is there, and how that has changed since the beginning."""
    rests = translate("Mood", "By nature it is {point}.").format(point=point_words(now.temperament))
    lighter = now.point.valence - now.temperament.valence
    if abs(lighter) < LEAST_DRIFT:
        now_is = translate("Mood", "It is near to that now.")
    elif lighter > 0:
        now_is = translate("Mood", "Now it is lighter than that.")
    else:
        now_is = translate("Mood", "Now it is heavier than that.")
    return " ".join(part for part in (rests, now_is, drift_words(now)) if part)


def drift_words(now: MoodNow) -> str:
    """How its nature has changed since the beginning; empty where it has not."""
    ways = []
    for axis in Axis:
        _, lower, upper = axis_words(axis)
        off = getattr(now.temperament, axis) - getattr(now.home, axis)
        if abs(off) >= LEAST_DRIFT:
            ways.append((upper if off > 0 else lower).lower())
    if not ways:
        return ""
    words = translate("Mood", "Since we began, it has become {ways}.")
    *first, last = ways
    both = [", ".join(first), last] if first else [last]
    return words.format(ways=translate("Mood", " and ").join(both))


def span_options() -> list[Option]:
    """How far back can be looked."""
    return [
        Option(Span.DAYS, translate("Mood", "Three days"), translate("Mood", "The last three days")),
        Option(Span.WEEKS, translate("Mood", "Two weeks"), translate("Mood", "The last two weeks")),
        Option(Span.MONTHS, translate("Mood", "Three months"), translate("Mood", "The last three months")),
    ]


def cause_words(moved: Moved) -> str:
    """What moved it."""
    mode, _ = mode_words().get(moved.mode or "", ("", ""))
    known = {
        "wake": translate("Mood", "We met again"),
        "shift": translate("Mood", "Something you said"),
        "nudge": translate("Mood", "You moved it"),
        "mode": translate("Mood", "You chose: {mode}").format(mode=mode),
        "close": translate("Mood", "We said goodbye"),
        "imprint": translate("Mood", "A feeling stayed"),
        "reset": translate("Mood", "You let it rest as at first"),
        "return": translate("Mood", "You let it rest as before"),
    }
    return moved.reason or known.get(moved.cause, moved.cause)


def moved_about(moved: Moved, arc: Arc | None) -> str:
    """When it was moved, where to, and how that time together went."""
    parts = [full_date(moved.at), moved.label]
    if arc is not None and arc.samples > 1:
        parts.append(arc_words(arc))
    return " · ".join(parts)


def arc_words(arc: Arc) -> str:
    """How a time together went, in words."""
    return {
        "flat": translate("Mood", "an even talk"),
        "rollercoaster": translate("Mood", "a talk of ups and downs"),
        "recovery": translate("Mood", "a talk that ended lighter"),
        "crash": translate("Mood", "a talk that ended heavily"),
        "upswing": translate("Mood", "a talk that lifted it"),
        "slow drain": translate("Mood", "a talk that drained it"),
        "steady": translate("Mood", "a steady talk"),
    }.get(arc.pattern, arc.pattern)


def arc_tone(arc: Arc) -> str:
    """The token of its colour: whether that time together lifted it, weighed on it, or did neither."""
    return {
        "recovery": "good",
        "upswing": "good",
        "rollercoaster": "warn",
        "crash": "bad",
        "slow drain": "bad",
    }.get(arc.pattern, "edge")


def told_words(verb: str) -> str:
    """What was just done."""
    return {
        "nudge": translate("Mood", "Moved a little."),
        "mode": translate("Mood", "It will hold until we say goodbye."),
        "reset_temperament": translate("Mood", "It comes to rest as at first again."),
        "undo": translate("Mood", "Taken back."),
    }[verb]
