"""State is small; the wake packet answers the four questions, and says where each thing comes from."""

from engine.identity import ComponentName, Evidence, Surroundings, WakePacket
from engine.memory import NewNode, NodeKind
from tests.unit.engine.identity.conftest import HONESTY, SETTINGS, Together


def test_at_first_there_is_a_name_and_nothing_else(mira: Together) -> None:
    state = mira.identity.state()
    assert (state.companion, state.display_name) == ("elara", "Elara")
    assert (
        state.identity_text == "I am Elara, a program that lives on this computer and talks with one person."
    )
    assert (state.current_context_note, state.updated_at) == ("", None)


def test_what_emerged_stands_in_the_identity_text(meant: Together) -> None:
    meant.noted(*HONESTY)
    meant.identity.extract(ComponentName.VALUES)
    text = meant.identity.state().identity_text
    assert HONESTY[0] in text
    assert len(text) <= SETTINGS.identity_letters


def test_the_four_questions(mira: Together) -> None:
    directive = mira.identity.directives.add("Be brief.")
    anchor = mira.memory.remember(NewNode(NodeKind.ANCHOR, "We laugh about the lighthouse.")).node
    facts = [Evidence(ref="fact:f1", text="Mira lives in Bern.")]
    asked, _ = mira.said("I live in Bern.")
    mira.said("The weather is fine.")
    mira.goodbye()
    mira.identity.around = Surroundings(
        facts=lambda: facts,
        evidence=lambda query: [Evidence(ref=f"step:{asked.id}", text=query)],
        person_name="Mira",
    )
    packet = mira.identity.wake("Where do I live?")
    assert [one.ref for one in packet.who.directives] == [directive.ref]
    assert [one.ref for one in packet.who.relationship] == [anchor.ref]
    assert packet.who.person == "Mira"
    assert packet.left_off.episode == asked.episode_id
    assert packet.left_off.note == packet.who.state.current_context_note != ""
    assert packet.facts == tuple(facts)
    assert [one.ref for one in packet.evidence] == [f"step:{asked.id}"]
    assert WakePacket.model_validate_json(packet.model_dump_json()) == packet


def test_without_a_query_nothing_is_looked_up(mira: Together) -> None:
    mira.identity.around = Surroundings(evidence=lambda query: [Evidence(ref="step:s", text=query)])
    assert mira.identity.wake().evidence == ()


def test_directives_are_exported(mira: Together) -> None:
    assert list(mira.identity.export_markdown()) == []
    mira.identity.directives.add("Be brief.")
    assert dict(mira.identity.export_markdown()) == {"core/directives.md": "# Directives\n\n1. Be brief.\n"}
