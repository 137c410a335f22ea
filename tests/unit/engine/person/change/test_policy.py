"""The table of what is written at once and what needs the person's word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person import Action, Decision, Proposal, Source
from engine.person.change.policy import decide
from engine.person.change.proposal import Standing

GROUNDED = Standing(grounded=True)
proposals = st.builds(
    Proposal,
    action=st.sampled_from(Action),
    text=st.just("It is so"),
    source=st.sampled_from(Source),
    identity_changing=st.booleans(),
    judges_other=st.booleans(),
    changes_manner=st.booleans(),
    from_outside=st.booleans(),
    by=st.sampled_from(("owner", "companion", "mcp:editor")),
)
standings = st.builds(
    Standing,
    grounded=st.booleans(),
    known=st.booleans(),
    replaces_fixed=st.booleans(),
    refused=st.booleans(),
)


@pytest.mark.parametrize(
    ("proposal", "standing", "decision"),
    [
        (Proposal(Action.REMEMBER, "x"), GROUNDED, Decision.COMMIT),
        (Proposal(Action.REMEMBER, "x"), Standing(), Decision.QUESTION),
        (Proposal(Action.REMEMBER, "x", safety=True), GROUNDED, Decision.COMMIT),
        (Proposal(Action.REMEMBER, "x", identity_changing=True), GROUNDED, Decision.QUESTION),
        (Proposal(Action.REMEMBER, "x", changes_manner=True), GROUNDED, Decision.CONFIRM),
        (Proposal(Action.REMEMBER, "x", judges_other=True), GROUNDED, Decision.QUESTION),
        (Proposal(Action.REMEMBER, "x"), Standing(grounded=True, replaces_fixed=True), Decision.CONFIRM),
        (Proposal(Action.REMEMBER, "x", from_outside=True), GROUNDED, Decision.CONFIRM),
        (Proposal(Action.REMEMBER, "x", by="mcp:editor"), GROUNDED, Decision.COMMIT),
        (Proposal(Action.REMEMBER, "x", source=Source.INFERRED), GROUNDED, Decision.QUESTION),
        (Proposal(Action.REMEMBER, "x", source=Source.INFERRED), Standing(known=True), Decision.COMMIT),
        (Proposal(Action.REMEMBER, "x", source=Source.INFERRED), Standing(refused=True), Decision.DROP),
        (Proposal(Action.REMEMBER, "x", source=Source.ASSUMED), GROUNDED, Decision.QUESTION),
        (Proposal(Action.REMEMBER, "x"), Standing(grounded=True, refused=True), Decision.COMMIT),
        (Proposal(Action.CORRECT, "x", fact_id="f"), GROUNDED, Decision.COMMIT),
        (Proposal(Action.CORRECT, "x", fact_id="f", source=Source.INFERRED), GROUNDED, Decision.QUESTION),
        (Proposal(Action.FORGET, fact_id="f"), Standing(), Decision.COMMIT),
        (Proposal(Action.FORGET, fact_id="f", by="mcp:editor"), Standing(), Decision.CONFIRM),
        (Proposal(Action.DISPUTE, fact_id="f", source=Source.INFERRED), Standing(), Decision.QUESTION),
    ],
)
def test_the_table(proposal: Proposal, standing: Standing, decision: Decision) -> None:
    assert decide(proposal, standing).decision is decision


@given(proposals, standings)
def test_an_assumption_is_never_written(proposal: Proposal, standing: Standing) -> None:
    verdict = decide(proposal, standing)
    assert verdict.source is not Source.ASSUMED or verdict.decision is not Decision.COMMIT


@given(proposals, standings)
def test_what_came_from_outside_is_never_written_without_a_word(
    proposal: Proposal, standing: Standing
) -> None:
    verdict = decide(proposal, standing)
    assert not proposal.from_outside or verdict.decision is Decision.CONFIRM


@given(proposals, standings)
def test_what_was_not_said_is_only_ever_a_confirmation(proposal: Proposal, standing: Standing) -> None:
    verdict = decide(proposal, standing)
    if verdict.source is Source.INFERRED and verdict.decision is Decision.COMMIT:
        assert standing.known


@given(proposals, standings)
def test_no_words_no_statement(proposal: Proposal, standing: Standing) -> None:
    if proposal.brings_text and not standing.grounded:
        assert decide(proposal, standing).source is not Source.STATED


@given(proposals, standings)
def test_every_verdict_has_its_reason(proposal: Proposal, standing: Standing) -> None:
    assert decide(proposal, standing).reason.endswith(".")
