"""A summary keeps what must not get lost, and nothing that nobody said."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.prompting.compaction import Said, lost, summarise, supported
from engine.conversation.prompting.particulars import particulars, promises
from engine.conversation.prompting.saved import SavedStream
from engine.conversation.prompting.stream import Compaction
from engine.conversation.prompting.wording import load_wording
from engine.language import ModelDiedError, Place, Role, ScriptedModel, Segment, TokenLedger
from engine.settings import PromptSettings

SENTENCES = (
    "My sister Ana gets married on 12 June.",
    "The rent is 740 euros.",
    "I'll remind you of the dentist.",
    "It was a nice walk.",
    "Where does Ana live?",
    "we meet on friday at 9:30.",
)


def plan(*spoken: tuple[Role, str], before: str = "") -> Compaction:
    earlier = [Segment(Role.SYSTEM, before, Place.SUMMARY, cites=("step:old",))] if before else []
    for number, (role, text) in enumerate(spoken):
        place = Place.UTTERANCE if role is Role.USER else Place.ANSWER
        earlier.append(Segment(role, text, place, cites=(f"step:{number}",)))
    return Compaction(tuple(earlier), (), 0)


def summed_up(model: ScriptedModel, made: Compaction, **settings: int) -> Segment:
    return summarise(made, model, load_wording(), PromptSettings(**settings))


def test_names_numbers_and_dates_are_particulars_and_common_words_are_not():
    assert particulars(SENTENCES[0]) == {"ana", "12", "june"}
    assert particulars(SENTENCES[5]) == {"friday", "9:30"}
    assert particulars("The weather is fine, I think. What now?") == set()
    assert particulars("That is Ana's cat.") == {"ana"}


def test_promises_are_known_by_their_words():
    assert promises("I will call you.")
    assert promises("Don't forget the milk!")
    assert not promises("It was promising weather.")


@pytest.mark.parametrize(
    "text",
    [
        "Ich verspreche es dir.",
        "Vergiss nicht den Termin.",
        "N’oublie pas le pain.",
        "Recuérdame la cita.",
        "别忘了明天的会议。",
        "約束だよ。",
        "병원에 가는 것을 잊지 마.",
    ],
)
def test_promises_are_known_in_other_languages(text):
    assert promises(text)
    assert not promises("Das Wetter ist schön.")


def test_days_without_a_capital_and_names_between_them_are_kept_in_other_languages():
    assert particulars("Am Freitag kommt Bram.") == {"freitag", "bram"}
    assert particulars("Je pars demain avec Inès.") == {"demain", "inès"}
    assert particulars("El martes voy con O’Brien.") == {"martes", "o’brien"}


@given(st.lists(st.sampled_from(SENTENCES)), st.text(max_size=60))
def test_whatever_is_told_stands_in_the_summary_or_is_found_lost(spoken, summary):
    found = {one.text for one in lost([Said(one, by_person=True) for one in spoken], summary)}
    for one in spoken:
        if not one.endswith("?") and not particulars(one) <= particulars(summary) and one not in found:
            assert all(item in summary.casefold() for item in particulars(one))


@given(st.lists(st.sampled_from(SENTENCES), min_size=1))
def test_nothing_is_lost_where_everything_was_written(spoken):
    text = " ".join(spoken)
    assert lost([Said(one, by_person=True) for one in spoken], text) == []
    assert supported(text, text) == spoken


def test_what_nobody_said_is_dropped():
    source = "My sister Ana gets married on 12 June."
    assert supported("Ana marries on 12 June. She lives in Oslo. The rent is 900.", source) == [
        "Ana marries on 12 June."
    ]


def test_a_summary_keeps_its_sources_and_quotes_what_it_lost():
    model = ScriptedModel(["Ana gets married. They moved to Oslo."])
    made = plan((Role.USER, SENTENCES[0]), (Role.ASSISTANT, SENTENCES[2]), (Role.USER, SENTENCES[1]))
    summary = summed_up(model, made)
    lines = summary.text.splitlines()
    assert lines[1] == "Ana gets married."
    assert lines[2] == '- you said: "I\'ll remind you of the dentist."'
    assert set(lines[3:]) == {f'- they said: "{SENTENCES[0]}"', f'- they said: "{SENTENCES[1]}"'}
    assert summary.cites == ("step:0", "step:1", "step:2")
    assert summary.place is Place.SUMMARY


def test_what_an_earlier_summary_quoted_is_carried_on():
    before = f'[Earlier:]\nAna likes rain.\n- they said: "{SENTENCES[1]}"'
    summary = summed_up(ScriptedModel(["They talked."]), plan((Role.USER, "Fine."), before=before))
    assert f'- they said: "{SENTENCES[1]}"' in summary.text
    assert '- they said: "Ana likes rain."' in summary.text
    assert summary.cites == ("step:old", "step:0")


def test_without_a_model_the_quotes_alone_stand():
    summary = summed_up(ScriptedModel([ModelDiedError("It died.")]), plan((Role.USER, SENTENCES[0])))
    assert summary.text.splitlines()[1:] == [f'- they said: "{SENTENCES[0]}"']


@given(st.lists(st.sampled_from(SENTENCES), max_size=12), st.integers(0, 60))
def test_quotes_stay_in_their_budget(spoken, budget):
    model = ScriptedModel([""])
    made = plan(*((Role.USER, one) for one in spoken))
    summary = summed_up(model, made, quote_tokens=budget)
    assert sum(model.count(line) for line in summary.text.splitlines()[1:]) <= budget


@given(st.lists(st.tuples(st.text(min_size=1), st.lists(st.integers(0, 10**6), min_size=1))))
def test_a_saved_stream_comes_back_as_it_was(runs):
    ledger = TokenLedger(
        Segment(Role.USER, text, Place.UTTERANCE, cites=("step:1",), tokens=tuple(ids)) for text, ids in runs
    )
    saved = SavedStream("e", datetime(2026, 1, 1, tzinfo=UTC), None, ledger)
    again = SavedStream.from_bytes(saved.to_bytes())
    assert again.ledger.segments == ledger.segments
    assert (again.episode_id, again.told_at, again.last_step) == ("e", saved.told_at, None)
