"""What is wanted: the gate's word, the model's, and whether what is to be changed is known."""

from datetime import UTC, datetime

import pytest

from engine.conversation.governing import governing_words
from engine.conversation.governing.records import NOTHING, Asking, Target, Wanted
from engine.conversation.governing.understanding import Understanding
from engine.decisions import Decision, Rewriter
from engine.decisions.rewriting import load_rewrite
from engine.language import ScriptedModel
from engine.settings import GoverningSettings


class Deciding:
    """Decides by name as it is told to, else as about what is wanted; what it rewrites is `written`."""

    def __init__(self, wanted, written="", **named):
        self.wanted, self.written, self.named = wanted, written, named

    def decide(self, _model, name, _text, *, hurried=False):
        shares = self.named.get(name) or {"yes": 1.0, "None": 1.0} | self.wanted
        return Decision(max(shares, key=shares.__getitem__), shares, scored=True)

    def rewriter(self, _model, name):
        return Rewriter(ScriptedModel(lambda _: self.written), load_rewrite(name))


def understanding(decisions):
    return Understanding(
        ScriptedModel(lambda _: decisions.written), decisions, governing_words(), GoverningSettings()
    )


def understood(
    clause, near, wants="forget", note="I rent an allotment.", written="", *, replaces=0.9, **shares
):
    gate = {one: shares.get(one.value, 0.0) for one in Wanted}
    targets = () if near is None else (Target("fact:f_1", note, near),)
    asking = Asking(clause, clause, gate, targets=targets)
    shares_of = {one.value: 0.0 for one in Wanted} | {wants: 0.35, "none": 0.65}
    supersedes = {"Replaces": replaces, "Adds": 1 - replaces}
    return understanding(Deciding(shares_of, written, supersedes=supersedes)).of(asking)


@pytest.mark.parametrize("near", [None, 0.31])
def test_what_hardly_bears_on_a_note_is_ordinary_talk(near):
    assert understood("delete the allotment", near, forget=0.5, none=0.5) == NOTHING


def test_the_same_words_about_a_note_that_is_known_ask_for_its_change():
    found = understood("delete the allotment", 0.8, forget=0.5, none=0.5)
    assert found.wanted is Wanted.FORGET
    assert found.target.ref == "fact:f_1"


@pytest.mark.parametrize(("replaces", "corrects"), [(0.05, False), (0.4, True)])
def test_a_note_of_which_nothing_is_named_is_only_put_right_where_it_is_put_out_of_date(replaces, corrects):
    found = understood(
        "the Prestels want it in January",
        0.8,
        "correct",
        note="I'm Jonas.",
        written="I'm Prestels.",
        replaces=replaces,
        correct=0.9,
        none=0.1,
    )
    assert (found.wanted is Wanted.CORRECT) is corrects


def test_what_becomes_of_a_reminder_is_not_forgotten_as_a_note():
    asked = Target("step:s_1", "remind me on friday to ring the miller", 0.8)
    gate = {one: 0.9 if one is Wanted.FORGET else 0.0 for one in Wanted}
    asking = Asking(
        "that about the miller is done, drop it", "that about the miller is done", gate, targets=(asked,)
    )
    wanted = {one.value: 0.9 if one is Wanted.FORGET else 0.0 for one in Wanted}
    for option, found in (("Asks", Wanted.NONE), ("None", Wanted.FORGET)):
        assert understanding(Deciding(wanted, errand={option: 0.9})).of(asking).wanted is found


def test_who_puts_right_none_of_what_is_known_is_not_asked_which():
    targets = tuple(
        Target(f"fact:f_{n}", text, 0.5) for n, text in enumerate(("I climb.", "I live in Nantes."))
    )
    gate = {one: 0.9 if one is Wanted.CORRECT else 0.0 for one in Wanted}
    said = "saturday is my mother's birthday"
    wanted = {one.value: 0.9 if one is Wanted.CORRECT else 0.0 for one in Wanted}
    decisions = Deciding(wanted, supersedes={"Replaces": 0.9})
    assert understanding(decisions).of(Asking(said, said, gate, targets=targets)) == NOTHING


def test_what_is_known_is_told_as_any_answer_is():
    assert understood("what do you know about me", None, wants="tell", tell=0.8, none=0.2) == NOTHING


def test_a_note_that_is_near_makes_no_request_of_ordinary_talk():
    assert understood("the allotment is lovely today", 0.9, forget=0.1, none=0.9) == NOTHING


@pytest.mark.parametrize(
    ("said", "written", "stands"),
    [
        (
            "no, the tuner comes on Saturday",
            "The tuner comes on Saturday.",
            "The tuner comes on Saturday.",
        ),
        (
            "no, the plumber comes on Sunday",
            "The plumber comes on Sunday.",
            "The plumber comes on Sunday (Sunday 6 December 2026).",
        ),
    ],
)
def test_a_corrected_note_keeps_its_days_where_it_still_names_them(said, written, stands):
    note = "The tuner comes on Sunday (Sunday 6 December 2026)."
    found = understood(said, 0.9, wants="correct", note=note, written=written, correct=0.9, none=0.1)
    assert (found.wanted, found.text) == (Wanted.CORRECT, stands)


@pytest.mark.parametrize(
    ("near", "note", "said", "corrects"),
    [
        (0.4, "Fell off my bike, just before the match.", "The match is on Sunday, we play at home.", False),
        (0.9, "Fell off my bike, just before the match.", "The match is on Sunday, we play at home.", True),
        (0.4, "The match is on Saturday.", "The match is on Sunday.", True),
    ],
)
def test_a_note_that_is_hardly_near_is_only_put_right_by_what_tells_of_the_same(near, note, said, corrects):
    found = understood(said, near, wants="correct", note=note, written=said, correct=0.9, none=0.1)
    assert (found.wanted is Wanted.CORRECT) is corrects


def test_a_corrected_note_names_the_day_that_is_meant():
    gate = {one: 0.9 if one is Wanted.CORRECT else 0.0 for one in Wanted}
    target = Target("fact:f_1", "On Friday I am in the harbour (Friday 4 December 2026).", 0.9)
    said, monday = "no, on Saturday", datetime(2026, 11, 30, 12, tzinfo=UTC)
    asking = Asking(said, said, gate, targets=(target,), said_at=monday)
    wanted = {one.value: 0.9 if one is Wanted.CORRECT else 0.0 for one in Wanted}
    decisions = Deciding(
        wanted, "On Saturday I am in the harbour.", tense={"Coming": 1.0}, supersedes={"Replaces": 0.9}
    )
    found = understanding(decisions).of(asking)
    assert found.text == "On Saturday I am in the harbour (Saturday 5 December 2026)."


def test_what_has_no_word_of_a_note_puts_nothing_right_of_it():
    found = understood(
        "I go every afternoon now",
        0.9,
        "correct",
        note="I mended clocks in Shrewsbury.",
        written="I go every afternoon now.",
        correct=0.9,
        none=0.1,
    )
    assert found == NOTHING
