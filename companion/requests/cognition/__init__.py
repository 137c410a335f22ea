"""What surfaces ask of what the companion believes, foresees and has learnt. Records are named by their ids.

* `models.list` (live: only what is believed), `models.search` (query, limit) → {"models": [Model]};
  `models.create` (statement, domain, confidence, sources, tags), `models.evidence` (model, direction, text, sources),
  `models.invalidate`, `models.revive` (model), `models.supersede` (model, by) → {"model"}; `models.stats` → {"stats"}
* `predictions.list` (show: pending, due, expired, settled or all; days_ahead), `predictions.search` → {"predictions"};
  `predictions.predict` (statement, confidence, deadline, domain, source_model, sources, tags),
  `predictions.resolve` (prediction, status, actual, lesson),
  `predictions.agree`, `predictions.undo` (prediction) → {"prediction"};
  `predictions.accuracy` (domain) → {"calibration"}
* `principles.list`, `principles.search` → {"principles"}; `principles.create` (statement, domain, …),
  `principles.evidence` (principle, direction: confirms or challenges, text, sources), `principles.reject`,
  `principles.revive` (principle) → {"principle"}; `principles.stats` → {"stats"}; `insights.list` → {"insights"}
* `outcomes.list` (open, pitches), `outcomes.search` → {"outcomes"}; `outcomes.record` (decision, predicted, context,
  confidence, trail, idea, pitch, sources, tags), `outcomes.check` (outcome, assessment, actual, lesson),
  `outcomes.undo` (outcome) → {"outcome"}; `outcomes.stats` (tag) → {"stats", "calibration"};
  `outcomes.pitches` → {"stats", "lessons"}
* `ideas.list` (ready) → {"ideas"}; `ideas.create` (concept), `ideas.add_seed` (idea, quote, source, sources),
  `ideas.activate`, `ideas.abandon`, `ideas.reopen` (idea) → {"idea"}; `ideas.stats` → {"stats"}
* `business.list` (status, least: a score of 5–25), `business.wanting` → {"ideas" with "total"}; `business.add`,
  `business.compete`, `business.drop_competitor` (idea, name), `business.drop_note` (idea), `business.score`,
  `business.update`, `business.link` → {"idea"};
  `business.review` (idea) → {"idea", "outcomes", "missing"}; `business.stats` → {"stats"}
"""

from companion.requests.cognition import beliefs, ideas, noticing, outcomes, reasoning

REQUESTS = {
    **beliefs.REQUESTS,
    **outcomes.REQUESTS,
    **ideas.REQUESTS,
    **noticing.REQUESTS,
    **reasoning.REQUESTS,
}
