"""Data the engine reads: prompts, model catalogue, default directives."""
