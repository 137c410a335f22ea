"""What optional rooms add to a turn: a module a room. The conversation imports none of them."""
