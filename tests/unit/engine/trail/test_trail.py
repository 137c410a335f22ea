import threading
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInputError, NotFoundError
from engine.trail import LoopStatus, MoodPoint, StepKind, StepRecorded
from tests.unit.engine.trail.conftest import Diary

FIXTURE_IS_SHARED = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def test_a_step_comes_back_as_it_was_recorded(diary: Diary) -> None:
    loop = diary.loop()
    step = diary.trail.record(
        loop,
        StepKind.ANSWER,
        "Good morning.",
        "Elara",
        tokens=4,
        mood=MoodPoint(0.5, -0.25, 0.125),
        details={"tools": ["clock"], "share": 0.5},
        interrupted=True,
    )
    assert diary.trail.step(step.id) == step
    assert diary.trail.steps_of(loop.id) == [step]
    assert (step.surface, step.offset_minutes, step.at) == ("terminal", 60, diary.clock.now())
    assert diary.told[-1] == StepRecorded(step)


@FIXTURE_IS_SHARED
@given(
    text=st.text(st.characters() | st.just("\ud800"), max_size=80),
    details=st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none(), max_size=3),
    kind=st.sampled_from(StepKind),
)
def test_any_text_and_details_are_kept(
    diary: Diary, text: str, details: dict[str, object], kind: StepKind
) -> None:
    step = diary.trail.record(diary.loop(), kind, text, "Mira", details=details)
    diary.trail.index(step)
    assert diary.trail.step(step.id) == step
    assert step.details == details


def test_too_long_an_utterance_leaves_nothing_behind(diary: Diary) -> None:
    loop = diary.loop()
    with pytest.raises(InvalidInputError):
        diary.trail.record(loop, StepKind.UTTERANCE, "x" * 100_001, "Mira")
    assert diary.trail.steps_of(loop.id) == []


def test_turns_count_the_utterances_of_an_episode(diary: Diary) -> None:
    loop = diary.loop()
    kinds = [StepKind.RECALL, StepKind.UTTERANCE, StepKind.ANSWER, StepKind.NOTE, StepKind.UTTERANCE]
    assert [diary.trail.record(loop, kind, "x", "x").turn for kind in kinds] == [0, 1, 1, 1, 2]
    assert diary.trail.record(loop, StepKind.ANSWER, "x", "x", turn=7).turn == 7


def test_within_an_outer_unit_the_step_shares_its_fate(diary: Diary) -> None:
    loop = diary.loop()
    with diary.vault.unit() as unit:
        lost = diary.trail.record(loop, StepKind.UTTERANCE, "lost", "Mira", unit=unit)
    with diary.vault.unit() as unit:
        kept = diary.trail.record(loop, StepKind.UTTERANCE, "kept", "Mira", unit=unit)
        unit.commit()
    assert diary.trail.steps_of(loop.id) == [kept]
    assert StepRecorded(kept) not in diary.told
    diary.trail.announce(kept)
    assert diary.told[-1] == StepRecorded(kept)
    diary.trail.index(lost)
    diary.trail.catch_up()
    assert [hit.step for hit in diary.trail.search("lost kept")] == [kept]


def test_surprise_is_kept_with_its_context(diary: Diary) -> None:
    step = diary.say("Hello.")
    diary.trail.set_surprise(step.id, 2.5, "abc")
    assert (diary.trail.step(step.id).nll, diary.trail.step(step.id).nll_context) == (2.5, "abc")


@pytest.mark.parametrize("act", ["step", "withdraw", "surprise", "close_loop"])
def test_the_unknown_is_not_found(diary: Diary, act: str) -> None:
    acts = {
        "step": lambda: diary.trail.step("s_none"),
        "withdraw": lambda: diary.trail.withdraw("s_none"),
        "surprise": lambda: diary.trail.set_surprise("s_none", 1.0, "x"),
        "close_loop": lambda: diary.trail.close_loop("l_none", LoopStatus.DONE),
    }
    with pytest.raises(NotFoundError):
        acts[act]()


def test_a_loop_ends_once(diary: Diary) -> None:
    loop = diary.loop()
    done = diary.trail.close_loop(loop.id, LoopStatus.DONE)
    diary.wait(minutes=1)
    assert diary.trail.close_loop(loop.id, LoopStatus.INTERRUPTED) == done
    assert (done.status, done.closed_at) == (LoopStatus.DONE, loop.opened_at)
    with pytest.raises(ValueError, match="open"):
        diary.trail.close_loop(loop.id, LoopStatus.OPEN)


def test_only_a_dead_owners_loops_are_interrupted(diary: Diary) -> None:
    dead = diary.trail.open_loop("terminal", "dead", "utterance")
    silent = diary.trail.open_loop("voice", "dead", "utterance")
    living = diary.trail.open_loop("window", "living", "utterance")
    diary.trail.close_loop(diary.trail.open_loop("window", "dead", "utterance").id, LoopStatus.DONE)
    diary.wait(minutes=2)
    said = diary.trail.record(dead, StepKind.UTTERANCE, "Before the end.", "Mira")
    diary.wait(days=2)
    interrupted = diary.reopened().interrupt_dead(lambda owner: owner == "living")
    assert [(loop.id, loop.closed_at) for loop in interrupted] == [
        (dead.id, said.at),
        (silent.id, silent.opened_at),
    ]
    assert {loop.id: loop.status for loop in diary.trail.loops(9)}[living.id] is LoopStatus.OPEN
    assert diary.trail.interrupt_dead(lambda owner: owner == "living") == []


def test_loops_are_paged_newest_first(diary: Diary) -> None:
    ids = [diary.loop().id for _ in range(5)][::-1]
    assert [loop.id for loop in diary.trail.loops(2)] == ids[:2]
    assert [loop.id for loop in diary.trail.loops(9, before=ids[1])] == ids[2:]


def test_recent_steps_are_in_order_and_of_the_asked_kinds(diary: Diary) -> None:
    first = [diary.say(text) for text in ("one", "two")]
    note = diary.trail.record(diary.loop(), StepKind.NOTE, "inner", "Elara")
    diary.wait(hours=5)
    later = diary.say("three")
    assert diary.trail.recent_steps(2) == [first[1], later]
    assert diary.trail.recent_steps(9, episode_id=first[0].episode_id) == first
    assert diary.trail.recent_steps(9, kinds=[StepKind.NOTE]) == [note]


def test_words_find_a_step_and_its_neighbours(diary: Diary) -> None:
    asked = diary.say("What is your dog called?", "Elara", StepKind.ANSWER)
    answered = diary.say("Biscuit!")
    diary.wait(hours=5)
    diary.say("The train was late.")
    hits = diary.trail.search("dog")
    assert [hit.step for hit in hits] == [asked, answered]
    assert all(hit.similarity is None and 0 <= hit.score <= 1 for hit in hits)
    assert not diary.trail.by_meaning


def test_what_was_told_takes_the_place_of_an_answer_that_repeats_it(diary: Diary) -> None:
    told = diary.say("I take tram 14 to the office.")
    echo = diary.say("I take tram 14, to the office!", "Elara", StepKind.ANSWER)
    diary.say("Which tram takes me to the office?")
    ranked = diary.trail.search("the tram to the office", speaker="elara")
    assert [hit.step.id for hit in ranked] == [echo.id]
    found = [hit.step.id for hit in diary.trail.search("What did Elara say of the tram to the office?")]
    assert told.id in found
    assert echo.id not in found


def test_audit_kinds_are_never_found(diary: Diary) -> None:
    for kind in set(StepKind) - {StepKind.UTTERANCE, StepKind.ANSWER}:
        diary.say("peanut", kind=kind)
    assert diary.trail.search("peanut") == []
    assert diary.trail.phrase("peanut") == []
    assert diary.reopened().search("peanut") == []


def test_filters(diary: Diary) -> None:
    first = diary.say("peanut cake")
    diary.wait(minutes=5)
    second = diary.say("peanut butter", "Elara", StepKind.ANSWER)
    found = diary.trail.search
    assert {hit.step.id for hit in found("peanut")} == {first.id, second.id}
    assert [hit.step.id for hit in found("peanut", exclude=[first.id, "s_unknown"])] == [second.id]
    assert [hit.step.id for hit in found("peanut", before=second.at)] == [first.id]
    assert [hit.step.id for hit in found("peanut", speaker="ELARA")] == [second.id]
    assert found("peanut", speaker="nobody") == []
    assert len(found("peanut", 1)) == 1
    assert found("peanut", 0) == found("") == found(" \n") == []


def test_a_withdrawn_step_leaves_recall_but_not_the_record(diary: Diary) -> None:
    step = diary.say("I am allergic to peanuts.")
    kept = diary.say("Good morning.")
    diary.trail.withdraw(step.id)
    diary.trail.index(step)
    diary.trail.catch_up()
    for trail in (diary.trail, diary.reopened()):
        assert trail.search("allergic peanuts") == []
        assert trail.phrase("allergic") == []
        assert trail.recent_steps(5) == [kept]
    assert diary.trail.step(step.id).withdrawn_at == diary.clock.now()


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("sister ANA", True),
        ("ana sister", False),
        ("Zoe", True),
        ('gets "married', True),
        ("花生", True),
        ("生花", False),
        ("?!", False),
        ("", False),
    ],
)
def test_phrases(diary: Diary, phrase: str, found: bool) -> None:
    diary.say('My sister Ana gets "married" to Zoë. 我喜欢花生')
    assert bool(diary.trail.phrase(phrase)) is found


def test_what_is_recorded_is_found_at_once_and_after_a_restart(diary: Diary) -> None:
    loop = diary.loop()
    step = diary.trail.record(loop, StepKind.UTTERANCE, "never indexed", "Mira")
    assert [hit.step for hit in diary.trail.search("indexed")] == [step]
    assert diary.trail.catch_up() == 1
    assert diary.trail.catch_up() == 0
    assert [hit.step for hit in diary.trail.search("indexed")] == [step]
    assert [hit.step for hit in diary.reopened().search("indexed")] == [step]


def test_catching_up_can_be_stopped(diary: Diary) -> None:
    loop = diary.loop()
    for n in range(70):
        diary.trail.record(loop, StepKind.UTTERANCE, f"number {n}", "Mira")
    answers = iter([False, True])
    assert diary.trail.catch_up(lambda: next(answers)) == 32
    assert diary.trail.catch_up() == 38


def test_another_persons_steps_are_not_theirs(diary: Diary) -> None:
    diary.say("peanut")
    other = diary.reopened(person="guest")
    assert other.search("peanut") == []
    assert other.phrase("peanut") == []
    assert other.recent_steps(5) == []
    assert other.episodes(5) == []


def test_order_is_kept_whatever_the_clock_does(diary: Diary) -> None:
    texts = []
    for n, hours in enumerate([0, -3, 9000, -8000, 0]):
        diary.wait(hours=hours)
        texts.append(diary.say(f"step {n}").text)
    assert [step.text for step in diary.trail.recent_steps(9)] == texts


def test_many_threads_record_search_and_withdraw_together(diary: Diary) -> None:
    faults: list[BaseException] = []

    def live(number: int) -> None:
        try:
            for n in range(8):
                step = diary.say(f"word{number} common {n}")
                diary.trail.search("common")
                if n % 4 == 3:
                    diary.trail.withdraw(step.id)
        except BaseException as fault:  # noqa: BLE001 - handed to the test's own thread
            faults.append(fault)

    threads = [threading.Thread(target=live, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    hits = diary.trail.search("common", 100)
    assert len(hits) == 4 * 6
    assert all(hit.step.at - diary.clock.now() == timedelta(0) for hit in hits)
