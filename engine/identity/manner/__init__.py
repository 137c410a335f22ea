"""How the companion speaks with this person: expression, and words that two share ([C] §2, §5.5)."""
