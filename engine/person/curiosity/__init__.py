"""What is asked of the person, when, and what an answer does ([P] §5.3)."""
