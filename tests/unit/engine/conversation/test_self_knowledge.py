"""What it tells of itself: the fact that was asked for, and none that is not so now."""

from engine.conversation.prompting.self_knowledge import SelfKnowledge, load_self_facts
from engine.decisions import load_question
from engine.embedding import OnnxEmbedder
from engine.models import standard_folder


def test_a_question_about_the_program_is_told_what_is_true_of_it():
    embedder = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    known = SelfKnowledge(
        embedder, lambda: frozenset({"always", "kept"}), lambda: {"companion": "Ember", "model": "m"}
    )
    assert "microphone" in known.nearest("Can you hear what I say out loud?", {})[0]
    assert "never leaves this computer" in " ".join(known.nearest("Who else can read what I write here?", {}))
    assert all("gone when the program ends" not in one for one in known.nearest("Is this talk stored?", {}))
    embedder.close()
    unlike = SelfKnowledge(None, known.states, known.told)
    assert len(unlike.nearest("?", {})) == len(load_self_facts().usual)


def test_what_is_asked_of_the_program_is_answered_by_the_fact_of_that_topic():
    kept = SelfKnowledge(
        None, lambda: frozenset({"always", "kept"}), lambda: {"companion": "E", "model": "m"}
    )
    gone = SelfKnowledge(None, lambda: frozenset({"always", "throwaway"}), kept.told)
    assert "encrypted" in kept.told_in("?", {"storage": 0.9}, "en")
    assert "gone when the program ends" in gone.told_in("?", {"storage": 0.9}, "en")
    assert kept.told_in("?", {"storage": 0.4, "private": 0.3}, "en") == ""
    assert len(kept.nearest("?", {"storage": 0.4, "private": 0.3})) == 2
    assert len(kept.nearest("?", {"storage": 0.3, "other": 0.6})) == len(load_self_facts().usual)


def test_every_topic_of_the_program_has_its_fact():
    answered = {one for fact in load_self_facts().fact for one in fact.answers or (fact.name,)}
    assert answered == set(load_question("self_topic").options) - {"other"}
