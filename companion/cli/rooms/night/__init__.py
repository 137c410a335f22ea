"""Commands on what it does alone: brain, brief, sleep, dream, problem, contradictions, archive, undo."""
