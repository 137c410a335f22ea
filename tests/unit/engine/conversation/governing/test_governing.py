"""Requests in a whole turn: committed before the answer, told to it, undone, asked about."""

from types import SimpleNamespace

import pytest

from engine.conversation import TurnStatus
from engine.conversation.deeds import load_deed_words
from engine.conversation.governing import Wanted
from engine.conversation.governing.records import Pending
from engine.conversation.governing.targets import find_targets
from engine.conversation.registry import TurnFacts
from engine.intent import ItemKind
from engine.language import Cancellation, Lane, LanguageError, ModelDiedError, Place
from engine.person import Action, FactStatus, MatchStatus, Outcome, Proposal
from engine.settings import GoverningSettings
from engine.trail import StepKind


def block_of(talk):
    """What stood before the person's words in the latest answer."""
    answer = next(request for request in reversed(talk.model.requests) if request.score_place is not None)
    said = [
        segment for segment in answer.prompt if segment.place in {Place.BLOCK, Place.UTTERANCE, Place.ASIDE}
    ]
    start = max(at for at, segment in enumerate(said) if segment.opens)
    return "".join(segment.text for segment in said[start:])


def remember(
    talk, text="Remember that my sister gets married in June.", statement="my sister gets married in June."
):
    talk.script.wanted, talk.script.claim = "remember", statement
    return talk.say(text)


def test_an_ordinary_turn_asks_the_model_for_nothing_but_its_answer(talk):
    talk.say("I like this song.")
    assert len(talk.model.requests) == 1


def test_what_is_to_be_remembered_is_a_fact_before_the_answer(talk):
    turn, result = remember(talk)
    kinds = [step.kind for step in talk.mind.trail.steps_of(turn.loop_id)]
    assert kinds.index(StepKind.UPDATE) < kinds.index(StepKind.ANSWER)
    assert result.answer in load_deed_words()["remembered"]["en"]
    (fact,) = talk.mind.person.facts()
    utterance = talk.mind.trail.steps_of(turn.loop_id)[0]
    assert fact.source_step_ids == (utterance.id,)
    assert fact.quote in utterance.text
    assert "My sister gets married in June." in block_of(talk)


def test_a_change_stands_in_the_trail_with_its_undo(talk):
    turn, _ = remember(talk)
    (step,) = [one for one in talk.mind.trail.steps_of(turn.loop_id) if one.kind is StepKind.UPDATE]
    assert step.text == ""
    (change,) = talk.changes(turn.loop_id)
    assert (change["action"], change["outcome"], change["undoable"]) == ("remember", "committed", True)
    assert [fact["text"] for fact in change["facts"]] == ["My sister gets married in June."]
    talk.mind.person.undo(change["update"])
    assert talk.texts() == []
    assert talk.changes(turn.loop_id) == []


def test_what_tells_nothing_of_them_is_not_remembered(talk):
    talk.script.keep = "no"
    remember(talk, "Remember that the sky is blue.", "the sky is blue.")
    assert talk.texts() == []


def test_a_note_is_corrected_in_words_that_were_said(talk):
    (old,) = talk.know("My brother is called Tom.")
    talk.script.wanted, talk.script.correction = "correct", "My brother is called Ben."
    talk.say("No, my brother's name is Ben, not Tom.")
    assert talk.texts() == ["My brother is called Ben."]
    assert talk.mind.person.fact(old.id).status is FactStatus.RETIRED
    assert "My brother is called Ben." in block_of(talk)
    assert "Tom" not in block_of(talk).split("]")[0]


def test_what_was_to_be_done_of_it_stays_where_a_note_is_put_right(talk):
    (old,) = talk.know("My dentist is called Meyer.")
    said = talk.mind.trail.step(old.source_step_ids[0])
    talk.mind.intent.note_said(ItemKind.REMINDER, "Dentist on Thursday", said)
    talk.script.wanted, talk.script.correction = "correct", "My dentist is called Maier."
    talk.say("No, my dentist is called Maier, not Meyer.")
    assert talk.texts() == ["My dentist is called Maier."]
    assert [item.text for item in talk.mind.intent.items.open()] == ["Dentist on Thursday"]
    talk.script.wanted = "forget"
    talk.say("Forget what I said about my dentist.")
    assert not talk.mind.intent.items.open()


def test_a_correction_in_words_that_nobody_said_stands_in_those_of_the_person(talk):
    talk.know("My brother is called Tom.")
    talk.script.wanted, talk.script.correction = "correct", "My brother is called Bartholomew."
    talk.say("No, my brother's name is Ben, not Tom.")
    assert talk.texts() == ["My brother is called Tom; No, my brother's name is Ben, not Tom."]


def test_where_the_note_is_no_longer_so_what_is_said_takes_its_place(talk):
    talk.know("My daughter lives with her mother in Flensburg.")
    talk.script.wanted, talk.script.correction = "correct", "My daughter Bartholomew."
    talk.script.supersedes, talk.script.claim = "Replaces", "My daughter lives with me in Kiel."
    talk.say("No, my daughter lives with me in Kiel.")
    assert talk.texts() == ["My daughter lives with me in Kiel."]


def test_what_was_said_in_one_breath_is_put_right_in_all_that_was_made_of_it(talk):
    said = "I bought a red bicycle and I already love it."
    turn, _ = talk.say(said)
    step = talk.mind.trail.steps_of(turn.loop_id)[0]
    for text in ("I bought a red bicycle.", "I already love the red bicycle."):
        talk.mind.person.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, said))
    talk.script.wanted, talk.script.correction = "correct", "I already love the orange bicycle."
    turn, _ = talk.say("I was wrong about the bicycle, it's more orange than red.")
    assert sorted(talk.texts()) == [
        "I already love the orange bicycle.",
        "I bought a orange bicycle.",
    ]
    for change in reversed(talk.changes(turn.loop_id)):
        talk.mind.person.undo(change["update"])
    assert sorted(talk.texts()) == ["I already love the red bicycle.", "I bought a red bicycle."]


def test_what_else_was_told_with_a_thing_that_is_put_right_stays(talk):
    said = "ich hab zwei kinder, oskar ist 11, und silke wohnt in graz"
    turn, _ = talk.say(said)
    step = talk.mind.trail.steps_of(turn.loop_id)[0]
    for text in ("Oskar ist 11.", "Silke wohnt in Graz."):
        talk.mind.person.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, said))
    talk.script.wanted, talk.script.correction = "correct", "Oskar ist 12."
    turn, _ = talk.say("No, Oskar ist 12, nicht 11.")
    assert sorted(talk.texts()) == ["Oskar ist 12.", "Silke wohnt in Graz."]
    for change in reversed(talk.changes(turn.loop_id)):
        talk.mind.person.undo(change["update"])
    assert sorted(talk.texts()) == ["Oskar ist 11.", "Silke wohnt in Graz."]


def test_what_only_the_message_says_is_put_right_in_the_fact_that_has_it(talk):
    said = "Ich unterrichte noch bis Juli in Steyr, dann geh ich in Pension."
    turn, _ = talk.say(said)
    step = talk.mind.trail.steps_of(turn.loop_id)[0]
    talk.mind.person.apply(
        Proposal(Action.REMEMBER, "Ich unterrichte noch bis Juli in Steyr.").stated_in(step.id, said)
    )
    talk.script.wanted = "correct"
    talk.script.correction = "Ich unterrichte noch bis September in Steyr, dann geh ich in Pension."
    talk.say("Nein, in Pension geh ich erst im September.")
    assert talk.texts() == ["Ich unterrichte noch bis September in Steyr."]


def test_a_question_puts_nothing_right(talk):
    talk.know("C'est une petite fille.")
    talk.script.wanted, talk.script.correction = "correct", "C'est un garçon."
    talk.say("Non, alors c'est une fille ou un garçon ?")
    assert talk.texts() == ["C'est une petite fille."]


def test_what_has_nothing_of_a_note_does_not_put_it_right(talk):
    talk.know("Ich habe zwei Kinder, Oskar ist 11.")
    talk.script.wanted, talk.script.correction = "correct", "Ich habe zwei Kinder, Oskar ist 11."
    talk.say("No, der alte Fahrlehrer ist gestorben, der war wie ein Vater.")
    assert talk.texts() == ["Ich habe zwei Kinder, Oskar ist 11."]


def test_what_is_forgotten_leaves_with_the_request_itself(talk):
    talk.know("I like jazz.")
    talk.script.wanted = "forget"
    turn, _ = talk.say("Forget that I like jazz.")
    assert talk.texts() == []
    steps = talk.mind.trail.steps_of(turn.loop_id)
    assert all(step.withdrawn_at for step in steps if step.kind in {StepKind.UTTERANCE, StepKind.ANSWER})
    assert "jazz" not in "".join(segment.text for segment in talk.mind.conversation.stream.wanted)
    assert talk.mind.trail.search("jazz") == []


def test_what_was_only_said_is_forgotten_where_it_was_said(talk):
    turn, _ = talk.say("My boss was rude to me on Tuesday.")
    talk.script.wanted = "forget"
    talk.say("Forget what I said about my boss on Tuesday.")
    said = talk.mind.trail.steps_of(turn.loop_id)[0]
    if said.withdrawn_at is None:
        talk.script.wanted = "none"
        talk.say("yes")
        said = talk.mind.trail.steps_of(turn.loop_id)[0]
    assert said.withdrawn_at is not None


@pytest.mark.parametrize(
    ("known", "meant"),
    [("I am eighty-one years old.", "step:s1"), ("I play in a chess club.", "fact:f1")],
)
def test_what_was_only_said_is_meant_rather_than_a_note_without_its_words(known, meant):
    fact = SimpleNamespace(ref="fact:f1", text=known, source_step_ids=("s0",))
    match = SimpleNamespace(fact=fact, support=0.4, status=MatchStatus.WEAK)
    said = SimpleNamespace(id="s1", text="The men from the chess club come.", kind=StepKind.UTTERANCE)
    hit = SimpleNamespace(step=said, similarity=0.5, confidence=0.5)
    person = SimpleNamespace(search=lambda *_, **__: SimpleNamespace(matches=[match]))
    trail = SimpleNamespace(search=lambda *_, **__: [hit])
    clause = "forget what I told you about the chess club"
    found = find_targets(person, trail, clause, (), exclude="", settings=GoverningSettings())
    assert [one.ref for one in found] == [meant]


@pytest.mark.parametrize(
    ("clause", "meant"),
    [
        ("forget what I told you about the chess club, Harold would not like it", ["fact:chess"]),
        ("forget that please", ["fact:ruth", "fact:chess"]),
    ],
)
def test_who_names_what_they_mean_does_not_mean_what_was_spoken_of_before(clause, meant):
    told = {"ruth": "We were married for fifty-four years.", "chess": "The chess club comes on Tuesdays."}
    facts = {
        key: SimpleNamespace(ref=f"fact:{key}", text=text, source_step_ids=()) for key, text in told.items()
    }

    def search(text, **_):
        asked = "married" in text
        found = [("ruth", 0.9, MatchStatus.STRONG)] if asked else [("chess", 0.5, MatchStatus.WEAK)]
        matches = [
            SimpleNamespace(fact=facts[key], support=near, status=status) for key, near, status in found
        ]
        return SimpleNamespace(matches=matches)

    before = [SimpleNamespace(text="You were married for fifty-four years.")]
    person, trail = SimpleNamespace(search=search), SimpleNamespace(search=lambda *_, **__: [])
    found = find_targets(person, trail, clause, before, exclude="", settings=GoverningSettings())
    assert [one.ref for one in found] == meant


def test_a_word_in_common_with_what_was_just_said_is_nothing_to_be_forgotten(talk):
    loop = talk.mind.trail.open_loop("test", "test", "utterance")
    said = talk.mind.trail.record(loop, StepKind.UTTERANCE, "Das ist so ein Tag.", "person")
    talk.script.wanted = "forget"
    talk.say("Vergiss es, ist nicht so wichtig.")
    assert talk.mind.trail.step(said.id).withdrawn_at is None


def test_what_is_not_known_cannot_be_forgotten(talk):
    talk.script.wanted = "forget"
    turn, _ = talk.say("Forget what I told you about my divorce.")
    assert talk.governed(turn).update is None
    assert "no note" in block_of(talk)


def test_a_doubt_sets_the_note_aside(talk):
    (fact,) = talk.know("I hate flying.")
    talk.script.wanted = "doubt"
    talk.say("I'm not sure any more that I hate flying.")
    assert talk.mind.person.fact(fact.id).status is FactStatus.DISPUTED


def ask_which(talk):
    talk.know("My cousin Anna lives in Rome.", "My cousin Berta lives in Rome.")
    talk.script.wanted, talk.script.target = "forget", "none of them"
    turn, _ = talk.say("Forget that my cousin lives in Rome.")
    assert talk.governed(turn).update is None
    return [target.text for target in talk.mind.conversation.governor.pending.targets]


def test_where_several_are_meant_the_person_says_which(talk):
    targets = ask_which(talk)
    assert len(targets) == 2
    assert all(text in block_of(talk) for text in targets)
    talk.script.wanted = "none"
    talk.say("The second one.")
    assert talk.texts() == [targets[0]]
    assert talk.mind.conversation.governor.pending is None


def test_no_changes_nothing(talk):
    targets = ask_which(talk)
    talk.say("No, thank you.")
    assert sorted(talk.texts()) == sorted(targets)
    assert talk.mind.conversation.governor.pending is None


def test_a_turn_that_is_listened_to_twice_is_one_that_was_waited(talk):
    governor = talk.mind.conversation.governor
    governor.wait_for(Pending(Wanted.FORGET, "Shall I?"))
    turn, _ = talk.say("Something else.")
    facts = TurnFacts(turn._loop, turn.approach.heard)
    for _ in range(GoverningSettings().waiting_turns):
        governor.listen(facts)
    assert governor.pending is not None


def test_a_question_that_nobody_answers_is_let_go(talk):
    targets = ask_which(talk)
    talk.script.wanted = "none"
    talk.say("It is raining again.")
    assert talk.mind.conversation.governor.pending is not None
    talk.say("I like this song.")
    assert talk.mind.conversation.governor.pending is None
    talk.say("1")
    assert sorted(talk.texts()) == sorted(targets)


def test_what_hardly_ever_changes_is_put_to_the_person(talk):
    talk.know("My birthday is on 4 May.")
    turn, _ = remember(talk, "Remember that my birthday is on 14 May.", "my birthday is on 14 May.")
    assert talk.governed(turn).update.outcome is Outcome.ASKED
    assert talk.texts() == ["My birthday is on 4 May."]
    talk.script.wanted = "none"
    talk.say("Yes, please.")
    assert talk.texts() == ["My birthday is on 14 May."]


def test_a_change_and_what_is_told_of_it_outlive_the_model(talk, monkeypatch):
    generate = talk.model.generate

    def die(request, *rest, **more):
        if request.lane is Lane.CONVERSATION:
            raise ModelDiedError("It died.")
        return generate(request, *rest, **more)

    monkeypatch.setattr(talk.model, "generate", die)
    turn, result = remember(talk)
    assert result.status is TurnStatus.DONE
    assert result.answer
    assert talk.texts() == ["My sister gets married in June."]
    assert talk.changes(turn.loop_id)


def test_a_change_outlives_a_stop(talk):
    cancellation = Cancellation()
    cancellation.cancel()
    talk.script.wanted, talk.script.claim = "remember", "my sister gets married in June."
    _, result = talk.say("Remember that my sister gets married in June.", cancellation)
    assert result.status is TurnStatus.DONE
    assert talk.texts() == ["My sister gets married in June."]


def test_a_model_that_fails_to_understand_still_answers(talk):
    turn = talk.mind.begin("Remember that I sing.", "window", "1@0")
    turn.hear()
    asking = next(heard for doer, heard in turn.govern() if doer.name == "governed changes")
    assert asking.shares[Wanted.REMEMBER] > 0.2
    failing = LanguageError("not now")
    talk.script.claim = ""

    class Failing(type(talk.model)):
        def generate(self, request, *rest, **more):
            if request.schema is not None:
                raise failing
            return super().generate(request, *rest, **more)

    talk.model = Failing(talk.script.reply)
    _, result = talk.say("Remember that I sing in a choir.")
    assert result.answer
    assert talk.texts() == []


def test_off_the_record_nothing_is_governed(talk):
    turn = talk.mind.begin_aside("Remember that I sing in a choir.", "window", "1@0")
    turn.hear()
    assert turn.govern() == []
