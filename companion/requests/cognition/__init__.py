"""What surfaces ask of what the companion believes, foresees and has learnt. Records are named by their ids."""

from companion.requests.cognition import beliefs, ideas, noticing, outcomes, reasoning

REQUESTS = {
    **beliefs.REQUESTS,
    **outcomes.REQUESTS,
    **ideas.REQUESTS,
    **noticing.REQUESTS,
    **reasoning.REQUESTS,
}
