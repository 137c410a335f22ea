"""Commands of the rooms, a module a room."""
