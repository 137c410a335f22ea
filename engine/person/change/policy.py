"""The policy of changes: what is written at once and what needs the person's word (`one-mind.md`, "Claims").

A plain statement of the owner in the first person is written at once, shown and undoable, also about health and about
people of theirs. What is inferred, changes an identity or judges another person becomes a question.
"""

from engine.person.change.proposal import OWNER, Decision, Proposal, Standing, Verdict
from engine.person.records import Action, Source


def decide(proposal: Proposal, standing: Standing) -> Verdict:
    """The verdict on a proposal. Pure: the same table for every surface."""
    source = _true_source(proposal, standing)
    decision, reason = _decided(proposal, standing, source)
    return Verdict(decision, reason, source)


def _true_source(proposal: Proposal, standing: Standing) -> Source:
    """A statement without its words is an assumption, and a program's or a document's is an observation."""
    if proposal.source is not Source.STATED:
        return proposal.source
    if proposal.from_outside or proposal.by.startswith("mcp:"):
        return Source.OBSERVED
    if proposal.action in (Action.FORGET, Action.DISPUTE, Action.KEEP_PRIVATE) and proposal.by == OWNER:
        return Source.STATED
    return Source.STATED if standing.grounded else Source.ASSUMED


def _decided(proposal: Proposal, standing: Standing, source: Source) -> tuple[Decision, str]:
    if proposal.from_outside:
        return Decision.CONFIRM, "It came from outside, not from you."
    if source in (Source.INFERRED, Source.ASSUMED):
        return _decided_guess(standing, source)
    if proposal.judges_other:
        return Decision.QUESTION, "It judges another person."
    if proposal.action is Action.REMEMBER:
        return _decided_claim(proposal, standing, source)
    if source is Source.OBSERVED:
        return Decision.CONFIRM, "Only you change or take back what is known about you."
    return Decision.COMMIT, "You said so."


def _decided_claim(proposal: Proposal, standing: Standing, source: Source) -> tuple[Decision, str]:
    if standing.known:
        return Decision.COMMIT, "It is known already and confirmed by this."
    if proposal.changes_manner:
        return Decision.CONFIRM, "It would change how you are talked with."
    if proposal.identity_changing:
        return Decision.QUESTION, "It would change who you are understood to be."
    if standing.replaces_fixed:
        return Decision.CONFIRM, "It replaces something that hardly ever changes."
    if source is Source.OBSERVED and standing.refused:
        return Decision.DROP, "Something like it was forgotten or is in doubt."
    return Decision.COMMIT, "You said so." if source is Source.STATED else "It was observed for you."


def _decided_guess(standing: Standing, source: Source) -> tuple[Decision, str]:
    if standing.refused:
        return Decision.DROP, "Something like it was forgotten or is in doubt."
    if source is Source.ASSUMED and standing.known:
        return Decision.DROP, "It is known already."
    if source is Source.INFERRED and standing.known:
        return Decision.COMMIT, "It is known already and confirmed by this."
    if source is Source.INFERRED:
        return Decision.QUESTION, "It was inferred, not said."
    return Decision.QUESTION, "Nobody said it in so many words."
