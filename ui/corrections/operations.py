"""What Corrections asks of the mind, typed."""

from collections.abc import Callable, Sequence

from engine.intent.records import Correction
from ui.doors import Door, Json, OnFailure

OnDone = Callable[[object], None]


class KnownCorrection(Correction):
    """A correction, and whether it was not needed for long."""

    dormant: bool = False


def corrections(door: Door, success: Callable[[Sequence[KnownCorrection]], None], failure: OnFailure) -> None:
    """Those most in use first."""

    def read(found: Json) -> None:
        success([KnownCorrection.model_validate(one) for one in found["corrections"]])

    door.question("corrections.list", {}, success=read, failure=failure)


def match(door: Door, sentence: str, success: Callable[[dict[str, float]], None], failure: OnFailure) -> None:
    """Which would speak up where `sentence` is said, by their ids, with how well each fits (0–1)."""

    def read(found: Json) -> None:
        success({one["correction"]["id"]: one["relevance"] for one in found["matches"]})

    door.question("corrections.match", {"task": sentence, "limit": 100}, success=read, failure=failure)


def add(door: Door, given: dict[str, str], success: OnDone, failure: OnFailure) -> None:
    """`given` are mistake, correction, fails_when and fine_when."""
    door.change("corrections.add", given, success=success, failure=failure)


def change(
    door: Door, correction_id: str, given: dict[str, str], success: OnDone, failure: OnFailure
) -> None:
    """`given` takes the place of what stands there."""
    worded = {("correction_text" if name == "correction" else name): text for name, text in given.items()}
    door.change(
        "corrections.change", {"correction": correction_id, **worded}, success=success, failure=failure
    )


def remove(door: Door, correction_id: str, success: OnDone, failure: OnFailure) -> None:
    """Take it out of everything; it can come back."""
    door.change("forget.withdraw", _named(correction_id), success=success, failure=failure)


def bring_back(door: Door, correction_id: str, success: OnDone, failure: OnFailure) -> None:
    """Let one that was deleted stand again, with its counts."""
    door.change("forget.restore", _named(correction_id), success=success, failure=failure)


def _named(correction_id: str) -> Json:
    return {"refs": [f"correction:{correction_id}"]}
