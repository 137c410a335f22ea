"""How this room keeps what it holds: records, their table, what they rest on, and how they go with that."""
