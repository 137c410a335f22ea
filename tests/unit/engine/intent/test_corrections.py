"""A correction speaks up where it should and stays silent where it is fine: with the real sentence model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.embedding import OnnxEmbedder
from engine.intent import Correction, IntentMissingError, Wrong
from engine.intent.corrections.fitting import Fit, speaks
from engine.intent.corrections.telling import at_length, fitting, in_brief, said
from engine.intent.records import Minded
from engine.trail import StepKind
from tests.unit.engine.intent.conftest import SETTINGS, Together, count

cosines = st.floats(-1, 1)


def secrets(together: Together) -> Correction:
    return together.intent.corrections.add(
        "Staged the .env file with git add -A",
        "Look for secrets before committing files",
        context="The keys were pushed",
        fails_when="committing files to a public repository",
        fine_when="committing to a private test repository without secrets",
    )


def advice(together: Together) -> Correction:
    return together.intent.corrections.add(
        "Gave advice when she only wanted to be heard",
        "Listen and ask, without offering solutions",
        fails_when="she tells of a sad or hard day",
        fine_when="she asks what she should do",
    )


def matched(together: Together, situation: str) -> list[str]:
    return [each.correction.id for each in together.intent.corrections.match(situation)]


@pytest.mark.parametrize(
    "situation",
    [
        "I'm going to commit these files to the public repo",
        "Let's commit the config files and push them to GitHub, it's open source",
    ],
)
def test_it_fires_where_it_fails(meant: Together, situation: str) -> None:
    correction = secrets(meant)
    assert matched(meant, situation) == [correction.id]


@pytest.mark.parametrize(
    "situation",
    [
        "Let's commit to our private test repo",
        "Put it into my private test repository, nothing secret in there",
    ],
)
def test_it_is_silent_where_it_is_fine(meant: Together, situation: str) -> None:
    secrets(meant)
    assert matched(meant, situation) == []


def test_it_is_silent_where_it_is_not_about_that(meant: Together) -> None:
    secrets(meant)
    advice(meant)
    for situation in ("What should I cook tonight?", "My grandmother came from Norway", "Good morning!"):
        assert matched(meant, situation) == []


def test_each_situation_calls_its_own(meant: Together) -> None:
    listening, committing = advice(meant), secrets(meant)
    assert matched(meant, "I had such a hard day, I feel awful and sad")[0] == listening.id
    assert matched(meant, "Shall I push these files to the public repository?")[0] == committing.id
    assert listening.id not in matched(meant, "What do you advise me to do?")


@given(cosines, st.none() | cosines, st.none() | cosines)
def test_the_rule(said: float, fails: float | None, fine: float | None) -> None:
    fit = Fit(said, fails, fine)
    spoken = speaks(fit, SETTINGS)
    if max(said, -1 if fails is None else fails) < SETTINGS.relevance:
        assert not spoken
    elif fine is None:
        assert spoken
    else:
        assert spoken is (fine <= (said if fails is None else fails))


def test_it_counts_only_what_reached_a_prompt_that_was_answered(meant: Together) -> None:
    correction = secrets(meant)
    meant.intent.corrections.match("Commit these to the public repository")
    assert meant.intent.corrections.correction(correction.id).activations == 0
    loop = meant.trail.open_loop("terminal", "process-1", "utterance")
    step = meant.trail.record(loop, StepKind.UTTERANCE, "Commit these to the public repository", "Mira")
    assert meant.intent.minding(None, count).text == ""
    told_now = meant.intent.minding(step, count)
    assert told_now.cites == (correction.ref,)
    assert "Look for secrets" in told_now.text
    assert meant.intent.corrections.correction(correction.id).activations == 0
    answer = meant.trail.record(loop, StepKind.ANSWER, "Let me look for secrets first.", "Elara")
    meant.trail.record(loop, StepKind.ANSWER, "None found.", "Elara")
    counted = meant.intent.corrections.correction(correction.id)
    assert (counted.activations, counted.last_activated_at) == (1, meant.clock.now())
    assert counted.minded == (Minded(at=meant.clock.now(), ref=f"step:{answer.id}"),)


def test_what_has_no_room_reaches_nobody_and_is_not_counted(meant: Together) -> None:
    correction = secrets(meant)
    loop = meant.trail.open_loop("terminal", "process-1", "utterance")
    step = meant.trail.record(loop, StepKind.UTTERANCE, "Commit these to the public repository", "Mira")
    assert meant.intent.minding(step, lambda text: 10 * len(text)).text == ""
    meant.trail.record(loop, StepKind.ANSWER, "Done.", "Elara")
    assert meant.intent.corrections.correction(correction.id).activations == 0


def test_they_never_expire_and_are_dormant_after_a_month(meant: Together) -> None:
    correction = secrets(meant)
    meant.wait(days=29)
    assert meant.intent.corrections.dormant() == []
    meant.wait(days=1)
    assert [each.id for each in meant.intent.corrections.dormant()] == [correction.id]
    meant.wait(days=4000)
    assert matched(meant, "Commit these to the public repository") == [correction.id]


def test_the_most_activated_come_first_at_boot_and_dormant_ones_last(mira: Together) -> None:
    old = mira.intent.corrections.add("Wrote too long", "Keep it short")
    mira.wait(days=40)
    seldom = mira.intent.corrections.add("Used emojis", "Write without emojis")
    often = mira.intent.corrections.add("Guessed a date", "Ask for the date")
    for times, each in ((1, seldom), (2, often)):
        for _ in range(times):
            with mira.vault.unit() as unit:
                mira.intent.corrections.activate(unit, [each.id], "step:s1")
                unit.commit()
    assert [each.id for each in mira.intent.corrections.all()] == [often.id, seldom.id, old.id]
    assert "Ask for the date" in mira.intent.standing(count).text
    assert mira.intent.standing(lambda text: 1000 * len(text)).text == ""


def test_the_stable_text_changes_only_with_the_choice(mira: Together) -> None:
    mira.intent.corrections.add("Used emojis", "Write without emojis")
    often = mira.intent.corrections.add("Guessed a date", "Ask for the date")
    before = mira.intent.standing(count)
    with mira.vault.unit() as unit:
        mira.intent.corrections.activate(unit, [often.id], "step:s1")
        unit.commit()
    assert mira.intent.standing(count) == before


def test_the_same_mistake_counts_up(meant: Together) -> None:
    first = meant.intent.corrections.add("You deleted the wrong file", "Ask before deleting")
    again = meant.intent.corrections.add("You deleted the wrong file again", "Always ask before you delete")
    assert (again.id, again.times, again.correction) == (first.id, 2, "Always ask before you delete")
    other = meant.intent.corrections.add("You were late with the reminder", "Remind an hour earlier")
    assert other.id != first.id
    # What it says now is what is compared.
    assert matched(meant, "Please delete that file") == [first.id]


def test_another_process_finds_the_same_and_embeds_nothing_anew(
    meant: Together, embedder: OnnxEmbedder
) -> None:
    correction = secrets(meant)
    before = meant.vault.vectors.load(embedder.space, correction.id)
    assert len(before[0]) == 3
    meant.open()
    assert matched(meant, "Commit these to the public repository") == [correction.id]
    after = meant.vault.vectors.load(embedder.space, correction.id)
    assert (after[0], after[1].tolist()) == (before[0], before[1].tolist())


def test_what_was_added_without_a_model_is_found_by_meaning_with_one(
    mira: Together, embedder: OnnxEmbedder
) -> None:
    correction = advice(mira)
    assert matched(mira, "My boss shouted at me and I cried") == []
    mira.embedder = embedder
    mira.open()
    assert matched(mira, "My boss shouted at me and I cried") == [correction.id]


def test_a_correction_that_is_rolled_back_is_not_matched(meant: Together) -> None:
    with meant.vault.unit():
        correction = secrets(meant)
        assert matched(meant, "Commit these to the public repository") == [correction.id]
    assert matched(meant, "Commit these to the public repository") == []


def test_without_a_sentence_model_words_decide(mira: Together) -> None:
    correction = secrets(mira)
    assert matched(mira, "I commit the files to the public repository") == [correction.id]
    assert matched(mira, "I commit to the private test repository without secrets") == []
    assert matched(mira, "What should I cook tonight?") == []


def test_a_person_has_their_own(meant: Together) -> None:
    secrets(meant)
    assert meant.intent_of("guest").corrections.match("Commit these to the public repository") == []


def test_unknown_ids_are_said_so(mira: Together) -> None:
    with pytest.raises(IntentMissingError):
        mira.intent.corrections.correction("c_none")


@given(
    st.lists(st.tuples(st.text("abc ", min_size=1, max_size=40), st.text("abc ", max_size=40)), max_size=5)
)
def test_what_is_told_keeps_the_budget(pairs: list[tuple[str, str]]) -> None:
    now = "2026-02-09T08:00:00Z"
    made = [
        Correction.model_validate(
            {
                "id": f"c_{at}",
                "created_at": now,
                "updated_at": now,
                "mistake": a,
                "correction": a,
                "fine_when": b,
            }
        )
        for at, (a, b) in enumerate(pairs)
    ]
    for forms in (at_length, in_brief):
        text = said("Mind:", fitting("Mind:", made, 40, count, forms)).text
        assert count(text) <= 40
        assert bool(text) is bool(made)


def test_a_long_correction_is_told_in_fewer_words(mira: Together) -> None:
    long = mira.intent.corrections.add("m " * 200, "Look " * 90, fails_when="f " * 200)
    loop = mira.trail.open_loop("terminal", "process-1", "utterance")
    step = mira.trail.record(loop, StepKind.UTTERANCE, "Look look", "Mira")
    minded = mira.intent.minding(step, count)
    assert minded.cites == (long.ref,)
    assert count(minded.text) <= SETTINGS.matched_tokens
    assert "Look Look" in minded.text
    assert mira.intent.standing(count).cites == (long.ref,)


PERSON = [
    "That's wrong, I live in Porto now.", "My mother is called Ines.", "I have never been to Italy, I said Spain.",
    "I turned fifty in May, not in June.", "No, my brother is the teacher, not me.", "I do not like tea.",
]  # fmt: skip
CONDUCT = [
    "Your answers are much too long.", "Please stop apologising all the time.",
    "You should have asked me before deleting that.",
    "You invented a source, never do that.", "Don't lecture me.", "You ignored what I asked you to do.",
]  # fmt: skip


def test_correct_this_is_proposed_to_the_right_place(meant: Together, mira: Together) -> None:
    proposed = {text: meant.intent.route_correction(text).wrong for text in (*PERSON, *CONDUCT)}
    assert [proposed[text] for text in PERSON] == [Wrong.PERSON] * len(PERSON)
    assert [proposed[text] for text in CONDUCT] == [Wrong.CONDUCT] * len(CONDUCT)
    assert mira.intent.route_correction("You deleted the wrong file.").wrong is Wrong.CONDUCT
