"""The Conversation's view-model, without a window."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.conversation.records import TurnStatus
from tests.ui.fakes import exchange, recalled
from ui.conversation import Conversation, Phase
from ui.conversation.model import PAGE
from ui.conversation.wording import searched_words, spoken
from ui.doors import Fault, Loading


class DoorBook:
    """A door that writes down what it is asked; the test gives the answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict, dict]] = []
        self.listeners: list = []

    def change(self, request, parameters, **callbacks) -> None:
        self.asked.append((request, parameters, callbacks))

    question = change

    def listen(self, listener):
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def last(self, request: str) -> tuple[dict, dict]:
        return next((p, c) for r, p, c in reversed(self.asked) if r == request)

    def count(self, request: str) -> int:
        return sum(r == request for r, _, _ in self.asked)


def result(text: str, status: TurnStatus = TurnStatus.DONE, loop_id: str = "l1") -> dict:
    return {
        "answer": text,
        "episode_id": "e",
        "loop_id": loop_id,
        "status": status.value,
        "recalled": [one.model_dump(mode="json") for one in recalled(2)],
        "timings": {
            "recall_ms": 1.0,
            "first_token_s": 0.1,
            "total_s": 0.2,
            "prompt_tokens": 10,
            "reused_tokens": 0,
        },
    }


def ready() -> tuple[Conversation, DoorBook]:
    door = DoorBook()
    conversation = Conversation(door)
    conversation.set_ready(True)
    return conversation, door


def page(numbers: range) -> dict:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    return {"exchanges": [exchange(n, at + timedelta(minutes=n)).model_dump(mode="json") for n in numbers]}


def test_what_is_sent_before_the_mind_is_ready_waits_and_then_goes():
    door = DoorBook()
    conversation = Conversation(door)
    conversation.send("  hello ")
    assert conversation[0].phase is Phase.QUEUED
    assert door.asked == []
    conversation.set_ready(True)
    assert door.last("say")[0] == {"text": "hello", "surface": "window", "off_record": False}
    assert conversation[0].phase is Phase.THINKING


def test_blank_text_is_nothing_to_say():
    conversation, door = ready()
    conversation.send(" \n ")
    assert len(conversation) == 0
    assert door.asked == []


def test_an_answer_streams_in_and_ends_as_the_result_says():
    conversation, door = ready()
    conversation.send("hello")
    _, calls = door.last("say")
    calls["progress"]({"stage": "heard", "loop_id": "l1", "episode_id": "e"})
    calls["progress"]({"stage": "text", "text": "Go"})
    calls["progress"]({"stage": "text", "text": "od day"})
    assert (conversation[0].answer, conversation[0].phase) == ("Good day", Phase.STREAMING)
    calls["success"](result("Good day."))
    assert (conversation[0].answer, conversation[0].phase) == ("Good day.", Phase.DONE)
    assert len(conversation[0].recalled) == 2
    assert not conversation.busy


def test_what_the_model_looks_for_is_told_while_it_looks():
    conversation, door = ready()
    conversation.send("hello")
    _, calls = door.last("say")
    looked = {"tool": "conversation.search", "query": "cake nuts"}
    calls["progress"]({"stage": "searching", **looked})
    assert [searched_words(one) for one in conversation[0].searches] == ["Looked for “cake nuts”"]
    assert "Looked for “cake nuts”" in spoken(conversation[0], "Ada")
    calls["success"](result("Good day.") | {"searches": [looked]})
    assert [one.query for one in conversation[0].searches] == ["cake nuts"]


def test_unknown_progress_is_passed_over():
    conversation, door = ready()
    conversation.send("hello")
    _, calls = door.last("say")
    for report in ({"stage": "reflecting"}, {"stage": "text"}, {"stage": "heard", "loop_id": 3}, {}):
        calls["progress"](report)
    assert conversation[0].phase is Phase.THINKING


def test_stop_asks_the_mind_and_the_turn_ends_as_stopped():
    conversation, door = ready()
    conversation.send("hello")
    conversation.stop()
    assert door.count("stop") == 1
    door.last("say")[1]["success"](result("Goo", TurnStatus.STOPPED))
    assert conversation[0].phase is Phase.STOPPED


def test_stop_takes_back_what_only_waits():
    conversation = Conversation(DoorBook())
    conversation.send("hello")
    conversation.stop()
    assert conversation[0].phase is Phase.STOPPED
    assert conversation.waiting == 0


def test_a_failed_turn_keeps_its_words_and_is_retried_in_its_row():
    conversation, door = ready()
    conversation.send("hello")
    door.last("say")[1]["failure"](Fault("No model.", "Install one."))
    assert conversation[0].fault == Fault("No model.", "Install one.")
    conversation.retry(0)
    assert len(conversation) == 1
    assert (conversation[0].phase, conversation[0].fault) == (Phase.THINKING, None)
    assert door.count("say") == 2


def test_a_turn_that_was_heard_is_retried_as_a_new_one():
    conversation, door = ready()
    conversation.send("hello")
    door.last("say")[1]["success"](result("Goo", TurnStatus.INTERRUPTED))
    conversation.retry(0)
    assert [turn.utterance for turn in (conversation[0], conversation[1])] == ["hello", "hello"]
    assert conversation[0].phase is Phase.INTERRUPTED


def answered() -> tuple[Conversation, DoorBook]:
    conversation, door = ready()
    conversation.send("helo")
    door.last("say")[1]["success"](result("A poor answer."))
    return conversation, door


def test_a_poor_answer_is_asked_for_again_in_its_place():
    conversation, door = answered()
    assert conversation[0].can_retry
    conversation.retry(0)
    conversation.retry(0)
    assert door.count("forget.withdraw") == 1
    assert door.count("say") == 1, "nothing is said before the old one is taken back"
    asked, callbacks = door.last("forget.withdraw")
    assert asked == {"refs": ["loop:l1"]}
    callbacks["success"]({"forgotten": {"step": 2}})
    assert [turn.utterance for turn in map(conversation.__getitem__, range(len(conversation)))] == ["helo"]
    assert conversation[0].phase is Phase.THINKING
    door.last("say")[1]["success"](result("A better one.", loop_id="l2"))
    assert conversation[0].answer == "A better one."


def test_what_is_edited_and_sent_takes_the_place_of_the_wrong_message():
    conversation, door = answered()
    conversation.edit(0)
    conversation.send("hello")
    assert conversation.editing is None
    door.last("forget.withdraw")[1]["success"]({"forgotten": {}})
    assert (len(conversation), conversation[0].utterance) == (1, "hello")
    assert door.last("say")[0]["text"] == "hello"


def test_editing_is_given_up_and_what_cannot_be_taken_back_stays():
    conversation, door = answered()
    conversation.edit(0)
    conversation.give_up_editing()
    conversation.send("something else")
    assert door.count("forget.withdraw") == 0
    door.last("say")[1]["success"](result("Yes.", loop_id="l2"))
    conversation.edit(0)
    conversation.send("hello")
    door.last("forget.withdraw")[1]["failure"](Fault("It is locked.", "Unlock it."))
    assert [conversation[row].utterance for row in (0, 1)] == ["helo", "something else"]
    assert conversation[0].remark == "It is locked. Unlock it."


def test_what_only_waits_is_edited_without_being_sent():
    conversation = Conversation(DoorBook())
    conversation.send("helo")
    conversation.edit(0)
    assert (conversation.waiting, conversation[0].phase) == (0, Phase.STOPPED)
    conversation.send("hello")
    assert (len(conversation), conversation[0].utterance, conversation.waiting) == (1, "hello", 1)


def test_off_the_record_nothing_is_taken_back():
    conversation, door = ready()
    conversation.set_off_record(True)
    conversation.send("helo")
    door.last("say")[1]["success"](result("Yes."))
    conversation.edit(0)
    conversation.send("hello")
    conversation.retry(0)
    assert door.count("forget.withdraw") == 0


def test_the_next_message_waits_for_the_answer():
    conversation, door = ready()
    conversation.send("one")
    conversation.send("two")
    assert door.count("say") == 1
    door.last("say")[1]["success"](result("1"))
    assert door.last("say")[0]["text"] == "two"


def test_pages_of_history_go_before_what_is_there():
    conversation, door = ready()
    inserted = []
    conversation.inserted.connect(lambda first, count: inserted.append((first, count)))
    conversation.load()
    assert conversation.loading is Loading.LOADING
    door.last("history")[1]["success"](page(range(PAGE, 2 * PAGE)))
    conversation.load()
    assert door.last("history")[0]["before"] == f"loop-{PAGE}"
    door.last("history")[1]["success"](page(range(10, PAGE)))
    assert inserted == [(0, PAGE), (0, PAGE - 10)]
    assert [turn.loop_id for turn in map(conversation.__getitem__, range(len(conversation)))] == [
        f"loop-{n}" for n in range(10, 2 * PAGE)
    ]
    conversation.load()
    assert door.count("history") == 2, "a short page is the last"


def test_history_that_cannot_be_read_says_so_and_can_be_asked_again():
    conversation, door = ready()
    conversation.load()
    door.last("history")[1]["failure"](Fault("Damaged.", "Restore."))
    assert (conversation.loading, conversation.fault) == (Loading.FAILED, Fault("Damaged.", "Restore."))
    conversation.load()
    assert conversation.loading is Loading.LOADING
    assert conversation.fault is None


def test_an_open_exchange_of_the_past_was_interrupted():
    conversation, door = ready()
    conversation.load()
    open_one = exchange(1, datetime.now(UTC), TurnStatus.OPEN, answer=None).model_dump(mode="json")
    door.last("history")[1]["success"]({"exchanges": [open_one]})
    assert conversation[0].phase is Phase.INTERRUPTED
    assert conversation[0].can_retry


def test_a_day_is_separated_from_the_day_before():
    conversation, door = ready()
    conversation.load()
    now = datetime.now(UTC)
    days = [exchange(n, now - timedelta(days=2 - n)).model_dump(mode="json") for n in range(3)]
    days.append(exchange(3, now).model_dump(mode="json"))
    door.last("history")[1]["success"]({"exchanges": days})
    assert [conversation.first_of_day(row) for row in range(4)] == [True, True, True, False]


class Talking(RuleBasedStateMachine):
    """Any order of sending, streaming, stopping, failing and retrying keeps the conversation whole."""

    def __init__(self) -> None:
        super().__init__()
        self.door = DoorBook()
        self.conversation = Conversation(self.door)
        self.open: dict | None = None
        self.streamed = ""
        self.loops = 0

    @rule(text=st.text(min_size=1).filter(str.strip))
    def send(self, text):
        before = len(self.conversation)
        self.conversation.send(text)
        assert self.conversation[before].utterance == text.strip()

    @rule(yes=st.booleans())
    def become_ready(self, yes):
        self.conversation.set_ready(yes)

    @rule()
    def stop(self):
        self.conversation.stop()

    @precondition(lambda self: len(self.conversation) > 0)
    @rule(data=st.data())
    def retry(self, data):
        self.conversation.retry(data.draw(st.integers(0, len(self.conversation) - 1)))

    @precondition(lambda self: self.conversation.busy)
    @rule(text=st.text())
    def stream(self, text):
        turn = self.conversation.current
        before = turn.answer
        self.door.last("say")[1]["progress"]({"stage": "text", "text": text})
        assert turn.answer == before + text

    @precondition(lambda self: self.conversation.busy)
    @rule(status=st.sampled_from([TurnStatus.DONE, TurnStatus.STOPPED, TurnStatus.INTERRUPTED]))
    def answer(self, status):
        turn = self.conversation.current
        self.loops += 1
        self.door.last("say")[1]["success"](result("all", status, f"l{self.loops}"))
        assert turn.ended
        assert turn.answer == "all"

    @precondition(lambda self: self.conversation.busy)
    @rule()
    def fail(self):
        turn = self.conversation.current
        self.door.last("say")[1]["failure"](Fault("No.", "Yes."))
        assert turn.phase is Phase.FAILED

    @invariant()
    def phases_and_queue_agree(self):
        turns = [self.conversation[row] for row in range(len(self.conversation))]
        running = [turn for turn in turns if turn.phase in {Phase.THINKING, Phase.STREAMING}]
        assert running == ([self.conversation.current] if self.conversation.busy else [])
        assert sum(turn.phase is Phase.QUEUED for turn in turns) == self.conversation.waiting
        assert all(turn.fault is None for turn in turns if turn.phase is not Phase.FAILED)


TestTalking = Talking.TestCase
