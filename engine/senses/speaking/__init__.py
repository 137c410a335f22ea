"""From an answer to sound: clauses, words as they are spoken, and the voice."""
