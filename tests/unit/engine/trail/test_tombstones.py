"""Taking back, undoing that, and deleting for good; what was made of a Step is known by its round, recall and words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotFoundError
from engine.trail import LoopStatus, Step, StepKind
from engine.trail.wording import OWN_WORDS, own_words
from tests.unit.engine.trail.conftest import Diary


def exchange(diary: Diary, said: str, answered: str, recalled: tuple[str, ...] = ()) -> tuple[Step, Step]:
    loop = diary.loop()
    utterance = diary.trail.record(loop, StepKind.UTTERANCE, said, "Mira")
    if recalled:
        items = {"items": [{"id": each} for each in recalled]}
        diary.trail.record(loop, StepKind.RECALL, "", "Elara", details=items)
    answer = diary.trail.record(loop, StepKind.ANSWER, answered, "Elara")
    diary.trail.close_loop(loop.id, LoopStatus.DONE)
    diary.trail.catch_up()
    diary.wait(minutes=1)
    return utterance, answer


def made_from(diary: Diary, *steps: Step) -> set[str]:
    return {step.id for step in diary.trail.made_from([f"step:{step.id}" for step in steps])}


def test_what_was_made_of_a_step_is_its_answer_what_recalled_it_and_what_repeats_it(diary: Diary) -> None:
    _, earlier = exchange(diary, "Hello.", "Hello. The flowers of the garden are out.")
    secret, answer = exchange(diary, "The flowers of my locker code are heliotrope.", "I see.")
    _, recalling = exchange(diary, "What of it?", "Nothing to say.", (secret.id,))
    _, repeating = exchange(diary, "And now?", "You said Heliotrope, did you not?")
    _, unrelated = exchange(diary, "It rains.", "The flowers like that.")
    made = made_from(diary, secret)
    assert {answer.id, recalling.id, repeating.id} <= made
    assert not {earlier.id, unrelated.id, secret.id} & made
    assert made_from(diary, answer) == set()


def test_a_word_that_another_standing_utterance_holds_is_not_that_steps_own(diary: Diary) -> None:
    secret, _ = exchange(diary, "My locker code is heliotrope.", "I see.")
    other, _ = exchange(diary, "Heliotrope grows in my garden.", "Nice.")
    _, about_both = exchange(diary, "What grows there?", "Heliotrope does.")
    assert about_both.id not in made_from(diary, secret)
    assert about_both.id in made_from(diary, secret, other)
    diary.trail.withdraw(other.id)
    assert about_both.id in made_from(diary, secret)


def test_scripts_without_blanks_are_known_by_pairs_of_signs(diary: Diary) -> None:
    secret, _ = exchange(diary, "我的密码是向日葵。", "好的。")
    _, repeating = exchange(diary, "什么?", "你说了向日葵")
    assert repeating.id in made_from(diary, secret)


def test_a_restored_step_is_found_again(diary: Diary) -> None:
    step = diary.say("I am allergic to peanuts.")
    diary.trail.withdraw(step.id)
    assert diary.trail.search("peanuts") == []
    diary.trail.restore(step.id)
    diary.trail.catch_up()
    for trail in (diary.trail, diary.reopened()):
        assert [hit.step.id for hit in trail.search("peanuts")] == [step.id]
        assert trail.phrase("allergic to peanuts")
        assert trail.step(step.id).withdrawn_at is None
    with pytest.raises(NotFoundError):
        diary.trail.restore("s_none")


def test_an_erased_step_is_in_no_table_and_no_index(diary: Diary) -> None:
    step = diary.say("I keep a heliotrope.")
    kept = diary.say("Good morning.")
    diary.trail.find("heliotrope")
    diary.trail.erase([step.id])
    assert "heliotrop" not in dumped(diary)
    assert diary.trail.search("heliotrope") == diary.trail.phrase("heliotrope") == []
    assert diary.trail.recent_steps(5) == [kept]
    with pytest.raises(NotFoundError):
        diary.trail.step(step.id)


def test_a_person_is_forgotten_and_another_is_not(diary: Diary) -> None:
    diary.say("I keep a heliotrope.")
    other = diary.reopened("tom")
    loop = other.open_loop("terminal", "process-1", "utterance")
    other.record(loop, StepKind.UTTERANCE, "I keep a tulip.", "Tom")
    with diary.vault.unit() as unit:
        diary.trail.forget_person(unit)
        unit.commit()
    diary.trail.reload()
    assert "heliotrop" not in dumped(diary)
    assert diary.trail.extent() == ([], [], [])
    assert diary.trail.episodes(9) == []
    assert [step.text for step in other.phrase("tulip")] == ["I keep a tulip."]
    assert diary.trail.search("heliotrope") == []
    assert diary.say("Hello again.").turn == 1


def dumped(diary: Diary) -> str:
    """Every value of every table, those of the word index too."""
    with diary.vault.read() as connection:
        names = [
            row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        select = "SELECT * FROM {}"
        rows = [tuple(row) for name in names for row in connection.execute(select.format(name)).fetchall()]
    return repr(rows).casefold()


acts = st.lists(st.tuples(st.sampled_from(["withdraw", "restore", "erase"]), st.integers(0, 3)), max_size=8)


@settings(max_examples=25)
@given(acts)
def test_what_stands_is_what_is_found(acts: list[tuple[str, int]]) -> None:
    diary = Diary()
    words = ("heliotrope", "tulip", "daisy", "lilac")
    steps = [diary.say(f"I keep a {word}.") for word in words]
    standing, there = set(range(4)), set(range(4))
    for act, which in acts:
        if which not in there:
            continue
        if act == "erase":
            diary.trail.erase([steps[which].id])
            there.discard(which)
            standing.discard(which)
        else:
            getattr(diary.trail, act)(steps[which].id)
            (standing.add if act == "restore" else standing.discard)(which)
        diary.wait(seconds=1)
    diary.trail.catch_up()
    for trail in (diary.trail, diary.reopened()):
        found = {
            word for word in words if [hit.step.text for hit in trail.search(word) if word in hit.step.text]
        }
        assert found == {words[each] for each in standing}
        assert {step.id for step in trail.recent_steps(9)} == {steps[each].id for each in standing}
    assert all((word in dumped(diary)) == (at in there) for at, word in enumerate(words))
    diary.vault.close()


@given(st.text(max_size=300))
def test_own_words_are_bounded_and_stand_in_the_text(text: str) -> None:
    words = own_words(text)
    assert len(words) <= OWN_WORDS
    assert all(word in text.casefold() for word in words)
    assert words == sorted(words, key=lambda word: (-len(word), word))


def test_nothing_goes_with_what_is_no_step(diary: Diary) -> None:
    exchange(diary, "Hello.", "Hello.")
    assert diary.trail.made_from(["step:s_none", "fact:f_none", "node:n_none"]) == []
