"""A model that judges support as it is told to, and a room to ask it in: what the tests of judging share."""

from collections.abc import Collection
from datetime import timedelta

from engine.conversation import Context, drive
from engine.conversation.reconstruction import ContextItem
from engine.decisions import load_question
from engine.language import LanguageError, ScriptedModel
from engine.settings import RecallSettings, Settings

JUDGED = Settings(recall=RecallSettings(judge_parameters=0))
NOW = "2026-05-01T09:00:00Z"
MINIMAL = Context.model_validate(
    {
        "query": "What is my cat called?",
        "at": NOW,
        "focus": {"level": 3, "name": "balanced", "memories": 10, "hours": 24, "depth": 3},
        "steps": [],
        "verdict": "weak",
        "reason": "It may bear on this.",
        "claim": {"verdict": "none", "reason": "Nothing is known."},
        "items": [],
        "temporal": {
            "now": NOW,
            "time_of_day": "morning",
            "weekday": "Friday",
            "weekend": False,
            "working_hours": True,
            "recent_from": NOW,
        },
        "spatial": {},
        "summary": "Nothing was found.",
        "total_ms": 0,
    }
)


def noted(text, similarity=0.5):
    """Something that was said, as recall brings it up."""
    given = {"ref": "step:1", "kind": "step", "text": text, "speaker": "person", "when": NOW, "held": True}
    found = {"score": similarity, "similarity": similarity, "strength": "weak", "found_by": ()}
    return ContextItem.model_validate(given | found)


class JudgingModel(ScriptedModel):
    """A scripted model that also decides as it is told to, and keeps which notes it was asked about.

    `me`, `you` are the shares of what a question is about, `asks` that a message without a mark asks anything,
    `yes` that the notes hold the answer, `stands` that what it answers stands in them, `replaces` that a note puts
    another out of date; `compared` are the notes that this was asked of. In `decided` may stand a call by the text.
    """

    def __init__(
        self,
        yes: float = 0.0,
        *,
        me: float = 1.0,
        you: float = 0.0,
        asks: float = 0.0,
        stands: float = 1.0,
        replaces: float = 0.0,
        fails: Collection[str] = (),
    ):
        super().__init__(lambda _request: "So it is.")
        self.decided = {
            "asks": lambda text: [1.0, 0.0] if "?" in text else [asks, 1 - asks],
            "asked_of": [me, you, 1 - me - you],
            "answer_in_notes": [yes, 1 - yes],
            "grounded": [stands, 1 - stands],
            "supersedes": [replaces, 1 - replaces],
            "keep_about_person": [0.0, 1.0],
            "errand": [float(option == "None") for option in load_question("errand").options],
            "self_topic": [float(topic == "other") for topic in load_question("self_topic").options],
            "reaction": [float(kind == "other") for kind in load_question("reaction").options],
        }
        self.fails, self.asked, self.compared = fails, [], []

    def choose(self, prompt, options, *, hurried=False):
        name = next(one for one in self.decided if load_question(one).instruction.strip() == prompt[0].text)
        if name in self.fails:
            raise LanguageError("The model is gone.")
        if name == "supersedes":
            self.compared.append(prompt[-1].text)
        if name == "answer_in_notes":
            self.asked.append(prompt[-1].text)
        shares = self.decided[name]
        return shares(prompt[-1].text) if callable(shares) else shares

    def surprise(self, prompt, last):
        return [0.0] * last


def told(room, *texts):
    for text in (*texts, "The tram was late.", "Bread is dear."):
        drive(room.begin(text, "window", "1@0"), lambda: room.language)
        room.say_goodbye()
    room.trail.catch_up()


def asked(room, text):
    room.clock.advance(timedelta(hours=7))
    turn = room.begin(text, "window", "1@0")
    drive(turn, lambda: room.language)
    return turn
