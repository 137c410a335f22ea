"""What stands written for a moment of a kind is said to it, and never twice in a row."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import pytest

from engine.conversation import drive
from engine.conversation.answering.reactions import (
    EMPTY,
    FEELINGS,
    LEFT_ALONE,
    OPENING,
    UNSURE,
    Moment,
    felt,
    load_continuations,
    load_reactions,
    may_ask,
    moment_of,
    reaction_to,
    timely,
)
from engine.decisions import load_question
from engine.language import ModelInfo
from engine.trail import StepKind
from tests.unit.engine.conversation.whole_mind import Deciding, Talk, embedder, script, talk

__all__ = ["embedder", "script", "talk"]
OWN = "Did the ice give way?"
KINDS = set(load_question("reaction").options) - {"other"}
LANGUAGES = {"en", "de", "es", "fr", "it", "pt", "nl"}


class Large(Deciding):
    """One that needs nothing written."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=7_000_000_000)


@pytest.fixture
def reacting(talk: Talk) -> Talk:
    """Told to a model that is large enough to decide, and too small to find its own words."""
    talk.model = Deciding(talk.script.reply)
    talk.mind.attach_language(talk.model)
    talk.script.asks, talk.script.answer = "No", lambda _: OWN
    return talk


def test_what_stands_written_is_said_and_recorded(reacting: Talk):
    reacting.script.reaction = "ill"
    shown = []
    turn = reacting.mind.begin("my aunt broke her leg on the ice", "window", "1@0")
    result = drive(turn, lambda: reacting.model, progress=lambda told: shown.append(told.get("text", "")))
    assert result.answer in load_reactions()["ill"]["en"]
    assert "".join(shown) == result.answer
    assert reacting.mind.history(1)[0].answer == result.answer


def test_the_same_words_are_not_said_again_soon(reacting: Talk):
    reacting.script.reaction = "tired"
    said = [reacting.say(f"long shift number {number}")[1].answer for number in range(5)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(("kind", "asks"), [("other", "No"), ("ill", "Yes")])
def test_of_no_such_kind_the_model_finds_its_own_words(reacting: Talk, kind, asks):
    reacting.script.reaction, reacting.script.asks, reacting.script.asked_of = kind, asks, "world"
    assert reacting.say("so i walk to work along the river")[1].answer == OWN


def test_a_larger_model_finds_its_own_words_for_every_moment(reacting: Talk):
    reacting.script.reaction, reacting.model = "ill", Large(reacting.script.reply)
    reacting.mind.attach_language(reacting.model)
    assert reacting.say("my aunt broke her leg on the ice")[1].answer == OWN


def test_every_kind_has_words_in_every_language_and_they_differ():
    reactions = load_reactions()
    assert reactions.keys() == KINDS | {UNSURE, *FEELINGS}
    assert all(set(said) == LANGUAGES for said in reactions.values())
    assert all(len(set(lines)) == len(lines) >= 4 for said in reactions.values() for lines in said.values())


def test_what_was_said_just_now_is_not_said_again_where_there_is_more():
    tired, lines = Moment("tired"), load_reactions()["tired"]["en"]
    plain = [one for one in lines if "?" not in one]
    assert {reaction_to(tired, "en", turn, plain[:-1]) for turn in range(20)} == {plain[-1], lines[-1]}
    assert reaction_to(tired, "en", 3, lines) in plain
    assert not reaction_to(tired, "xx", 3)
    assert not reaction_to(Moment(), "en", 3)


def surely(kind: str, topic: str) -> Moment:
    return Moment(kind, {kind: 0.9}, {topic: 0.9, "other": 0.1})


def lines_for(moment: Moment, code: str) -> set[str]:
    return {line for one in load_continuations() if one.fits(moment) for line in one.said[code]}


def test_what_it_is_about_is_taken_up_after_a_word_of_feeling():
    hurt = surely("ill", "body")
    (taken_up,) = lines_for(hurt, "en")
    said = {reaction_to(hurt, "en", turn) for turn in range(20)}
    assert said == {f"{one} {taken_up}" for one in load_reactions()["ill"]["en"] if "?" not in one}


def test_to_what_is_only_told_nothing_is_put_before_it():
    assert reaction_to(surely("tells", "garden"), "nl", 5) in lines_for(surely("tells", "garden"), "nl")


def test_of_no_sure_topic_it_stays_general():
    unsure = Moment("ill", {"ill": 1.0}, {"body": 0.4, "work": 0.3, "pet": 0.3})
    assert reaction_to(unsure, "en", 2) in load_reactions()["ill"]["en"]


def test_which_of_its_topics_it_is_need_not_be_sure():
    ill = Moment("ill", {"ill": 0.9}, {"parent": 0.4, "relative": 0.4, "work": 0.2})
    assert "doctors" in reaction_to(ill, "en", 2)


def test_a_question_is_asked_once_and_not_right_after_another():
    told = surely("enjoys", "vehicle")
    (question,) = lines_for(told, "en")
    assert question in reaction_to(told, "en", 1, ["Good to know."])
    assert question not in reaction_to(told, "en", 1, [question, *["Good to know."] * 6])
    assert "?" not in reaction_to(told, "en", 1, ["Oh, I'm sorry. How are things now?"])
    assert "?" not in reaction_to(told, "en", 1, ["Where?", "Good.", "When?", "Good."])


def test_beside_what_was_done_nothing_is_asked():
    told = surely("enjoys", "vehicle")
    ways = range(20)
    assert any("?" in reaction_to(told, "en", turn) for turn in ways)
    assert not any("?" in reaction_to(told, "en", turn, is_whole=False) for turn in ways)


@pytest.mark.parametrize("kind", LEFT_ALONE)
def test_who_wants_quiet_is_asked_nothing(kind):
    for code, lines in load_reactions()[kind].items():
        assert not any(may_ask(["Good.", line], code) for line in lines)


def test_two_answers_in_five_ask_at_the_most():
    asking = [one for one in load_continuations() if any("?" in line for line in one.said["de"])]
    moments = [surely(min(one.to), min(one.about)) for one in asking]
    said: list[str] = []
    for turn in range(60):
        said.append(reaction_to(moments[turn * 7 % len(moments)], "de", turn * 31, said[-40:]))
    asked = ["?" in one for one in said]
    assert all(sum(asked[start : start + 5]) <= 2 for start in range(55))
    assert sum(asked) >= 15
    assert all(one.count("?") <= 1 for one in said)


def test_every_continuation_is_to_moments_that_there_are_and_stands_in_every_language():
    topics = set(load_question("topic").options)
    for one in load_continuations():
        assert one.to <= KINDS - EMPTY - OPENING - {*LEFT_ALONE}
        assert one.about <= topics
        assert set(one.said) == LANGUAGES
        assert all(line.count("?") <= 1 for lines in one.said.values() for line in lines)


def test_in_the_middle_of_a_talk_only_who_surely_greets_is_greeted(reacting: Talk):
    reacting.script.reaction = "greets"
    first = reacting.say("hello, the new one here")[1].answer
    assert first in load_reactions()["meets"]["en"]
    reacting.say("and this is my second sentence")
    assert reacting.say("good evening, here i am again")[1].answer in load_reactions()["greets"]["en"]
    trail = reacting.mind.trail
    (last,) = trail.recent_steps(1, kinds=[StepKind.UTTERANCE])
    assert timely(Moment("greets", {"greets": 0.5}), trail, last) == Moment()
    assert timely(Moment("meets", {"meets": 0.5, "greets": 0.3}), trail, last).kind == "greets"
    assert timely(Moment("meets", {"meets": 0.9}), trail, last).kind == "meets"


def test_a_word_that_greets_and_parts_parts_who_was_there_a_moment_ago(reacting: Talk):
    for said in ("hello, the new one here", "and this is my second sentence", "so, ciao"):
        reacting.say(said)
    trail = reacting.mind.trail
    (last,) = trail.recent_steps(1, kinds=[StepKind.UTTERANCE])
    ciao = Moment("greets", {"greets": 0.8, "leaves": 0.18})
    assert timely(ciao, trail, last).kind == "leaves"
    assert timely(ciao, trail, replace(last, at=last.at + timedelta(hours=1))).kind == "greets"
    # Who opened the program anew is back, however short the pause was.
    anew = reacting.mind.conversation.begin("i'm back", "window", "another run")
    anew.hear()
    assert (
        timely(Moment("greets", {"greets": 0.8, "leaves": 0.18}), trail, anew._facts().utterance).kind
        == "greets"
    )


def test_a_short_first_message_of_no_sure_kind_is_greeted_back(reacting: Talk):
    trail = reacting.mind.trail
    reacting.say("evening")
    (first,) = trail.recent_steps(1, kinds=[StepKind.UTTERANCE])
    assert timely(Moment(UNSURE), trail, first).kind == "meets"
    longer = replace(first, text="the choir sang all evening")
    assert timely(Moment(UNSURE), trail, longer).kind == UNSURE


def deciding(shares: dict[str, dict[str, float]]) -> SimpleNamespace:
    return SimpleNamespace(
        decide=lambda _model, _name, text, hurried: SimpleNamespace(shares=shares[text]),
        decider=lambda _model, _name: SimpleNamespace(probe=None),
    )


def test_the_last_sentence_tells_where_the_whole_is_of_no_sure_kind(reacting: Talk):
    shares = {"yeah, she'll cheer me up. night": {"jokes": 0.3, "tells": 0.3}, "night": {"sleeps": 0.9}}
    assert moment_of(deciding(shares), reacting.model, "yeah, she'll cheer me up.  night").kind == "sleeps"


def test_a_goodbye_behind_the_last_comma_is_one_and_a_name_before_the_first_opens_a_talk(reacting: Talk):
    said = {
        "right, to the allotment, bye then": {"plans": 0.9},
        "bye then": {"leaves": 0.8},
        "it rained, then it snowed": {"tells": 0.9},
        "then it snowed": {"tells": 0.9},
        "it rained": {"tells": 0.9},
        "bea here, i paint boats in hull": {"tells": 0.9},
        "bea here": {"meets": 0.8},
        "i paint boats in hull": {"tells": 0.9},
    }
    moment = partial(moment_of, deciding(said), reacting.model)
    assert moment("right, to the allotment, bye then").kind == "leaves"
    assert moment("it rained, then it snowed") == Moment("tells", {"tells": 0.9})
    opened = moment("bea here, i paint boats in hull")
    assert (opened.kind, opened.begins) == ("tells", "meets")
    reacting.say("bea here, i paint boats in hull")
    reacting.say("and so on")
    first, *_, last = reacting.mind.trail.recent_steps(5, kinds=[StepKind.UTTERANCE])
    assert {timely(opened, reacting.mind.trail, one).kind for one in (first, last)} == {"meets", "tells"}


def test_what_is_surely_hard_is_answered_as_that_though_it_is_not_sure_how():
    bad_day = {"tired": 0.3, "wronged": 0.2, "nervous": 0.2, "jokes": 0.1}
    assert felt(bad_day) == "hard"
    assert felt({"success": 0.35, "enjoys": 0.35}) == "glad"
    assert felt({"enjoys": 0.4, "sad": 0.35}) == UNSURE


def test_who_was_met_before_is_greeted(reacting: Talk):
    reacting.script.reaction = "meets"
    reacting.say("hello, i am the new one")
    reacting.mind.conversation.say_goodbye()
    reacting.clock.advance(timedelta(hours=8))
    assert reacting.say("hi, the new one here")[1].answer in load_reactions()["greets"]["en"]
