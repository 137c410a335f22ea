"""What is open goes with what it was made from; what is erased leaves no word behind."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.embedding import OnnxEmbedder
from engine.intent import ItemKind
from engine.withdrawal import reach, spread_erasure, spread_withdrawal
from tests.unit.engine.intent.conftest import Together, count

WORDS = "I will ask how Zanzibar went."
PROMISE = ("ask how Zanzibar went",)


def withdraw(mira: Together, *refs: str) -> frozenset[str]:
    with mira.vault.unit() as unit:
        reached = spread_withdrawal([mira.intent], unit, refs)
        unit.commit()
    return reached - set(refs)


def erase(mira: Together, *refs: str) -> frozenset[str]:
    with mira.vault.unit() as unit:
        reached = spread_erasure([mira.intent], unit, refs)
        unit.commit()
    return reached - set(refs)


def everything_stored(mira: Together) -> str:
    with mira.vault.read() as connection:
        tables = ("intent_records", "intent_citations", "intent_handoffs")
        return "\n".join(
            str(tuple(row))
            for table in tables
            for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own tables
        )


def test_a_promise_goes_with_its_answer(mira: Together) -> None:
    answer = mira.said("I fly on Friday", WORDS, PROMISE)
    ref = mira.only().ref
    mira.goodbye()
    mira.wait(days=1)
    assert mira.intent.opening(count).cites == (ref,)
    assert mira.intent.citing(frozenset({f"step:{answer.id}"})) == {ref}
    assert withdraw(mira, f"step:{answer.id}") == {ref}
    assert mira.texts() == []
    assert mira.intent.opening(count).cites == ()
    handoff = mira.intent.handoffs.latest()
    assert handoff is not None
    assert handoff.items == ()


def test_an_episode_takes_its_promises_along(mira: Together) -> None:
    answer = mira.said("I fly on Friday", WORDS, PROMISE)
    ref = mira.only().ref
    assert withdraw(mira, f"episode:{answer.episode_id}") == {ref}


def test_a_promise_made_twice_stands_on_the_other_answer(mira: Together) -> None:
    answers = [mira.said("I fly on Friday", WORDS, PROMISE) for _ in range(2)]
    assert withdraw(mira, f"step:{answers[0].id}") == frozenset()
    assert mira.texts() == ["ask how Zanzibar went"]
    assert withdraw(mira, f"step:{answers[1].id}") != frozenset()
    assert mira.texts() == []


def test_erasing_leaves_no_word_behind(mira: Together) -> None:
    answer = mira.said("I fly on Friday", WORDS, PROMISE)
    mira.intent.feel(lambda _: "gone with Zanzibar")
    mira.goodbye()
    refs = [f"step:{answer.id}", f"episode:{answer.episode_id}"]
    assert "Zanzibar" in everything_stored(mira)
    preview = reach([mira.intent], refs) - set(refs)
    assert erase(mira, *refs) == preview != frozenset()
    assert "Zanzibar" not in everything_stored(mira)


def test_what_is_hidden_is_erased_too(mira: Together) -> None:
    answer = mira.said("I fly on Friday", WORDS, PROMISE)
    withdraw(mira, f"step:{answer.id}")
    assert "Zanzibar" in everything_stored(mira)
    erase(mira, f"step:{answer.id}")
    assert "Zanzibar" not in everything_stored(mira)


def test_the_words_of_an_erased_answer_go_though_another_says_the_same(mira: Together) -> None:
    answers = [mira.said("I fly on Friday", WORDS, PROMISE) for _ in range(2)]
    erase(mira, f"step:{answers[1].id}")
    assert mira.only().text == "ask how Zanzibar went"
    erase(mira, f"step:{answers[0].id}")
    assert mira.intent.items.all() == []


def test_a_correction_goes_with_its_vectors(meant: Together, embedder: OnnxEmbedder) -> None:
    answer = meant.said("That was wrong")
    ref = f"step:{answer.id}"
    made = meant.intent.corrections.add(
        "Spoke of Zanzibar", "Do not", cites=(ref,), within={ref: f"episode:{answer.episode_id}"}
    )
    assert meant.intent.corrections.match("Tell me of Zanzibar") != []
    assert meant.vault.vectors.load(embedder.space, made.id)[0] != []
    assert withdraw(meant, ref) == {made.ref}
    assert meant.intent.corrections.match("Tell me of Zanzibar") == []
    assert meant.vault.vectors.load(embedder.space, made.id)[0] == []


def test_what_is_named_goes_and_nothing_else(mira: Together) -> None:
    goal = mira.intent.goals.add("Sail to Zanzibar")
    item = mira.intent.note_item(ItemKind.PLAN, "Pack for Zanzibar")
    assert withdraw(mira, goal.ref) == frozenset()
    assert mira.intent.goals.all() == []
    assert mira.texts() == [item.text]
    assert erase(mira, goal.ref, item.ref) == frozenset()
    assert "Zanzibar" not in everything_stored(mira)


def test_a_rolled_back_withdrawal_changes_nothing(mira: Together) -> None:
    answer = mira.said("I fly on Friday", WORDS, PROMISE)
    with mira.vault.unit() as unit:
        mira.intent.withdraw(unit, frozenset({f"step:{answer.id}"}))
    assert mira.texts() == ["ask how Zanzibar went"]


def test_forgetting_a_person_leaves_nothing_of_theirs(mira: Together) -> None:
    mira.said("I fly on Friday", WORDS, PROMISE)
    mira.intent.goals.add("Sail to Zanzibar")
    mira.intent.quick.set(topic="Zanzibar")
    mira.intent.corrections.add("Spoke of Zanzibar", "Do not")
    mira.intent.intentions.intend("Think of Zanzibar")
    mira.goodbye()
    guest = mira.intent_of("guest")
    guest.goals.add("Row")
    with mira.vault.unit() as unit:
        gone = mira.intent.forget_person(unit)
        unit.commit()
    assert {ref.partition(":")[0] for ref in gone} == {
        "goal",
        "handoff",
        "context",
        "correction",
        "intention",
    }
    assert "Zanzibar" not in everything_stored(mira)
    assert [goal.title for goal in guest.goals.all()] == ["Row"]


@settings(max_examples=25)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=4), st.sets(st.integers(0, 3)))
def test_a_promise_stands_exactly_while_an_answer_does(said: list[int], gone: set[int]) -> None:
    mira = Together()
    answers = [mira.said("I fly on Friday", WORDS) for _ in range(4)]
    for at in said:
        with mira.vault.unit() as unit:
            mira.intent.absorb_promises(unit, list(PROMISE), answers[at])
            unit.commit()
    refs = [f"step:{answers[at].id}" for at in gone]
    hidden = withdraw(mira, *refs)
    stands = bool(set(said) - gone)
    assert bool(mira.texts()) is stands
    assert bool(hidden) is not stands
    mira.vault.close()
