"""Whether answers keep to what was told: a made-up person's talk, questions about it and about what was never said."""
