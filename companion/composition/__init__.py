"""How a mind is put together: `Foundation` → `Rooms` → a conversation with all of them taking part.

A new room is a field of `Rooms` with the function that opens it (`rooms.py`), a line where rooms join
(`joining.py`), its schema in `companion/bootstrap.py`, and its part in a turn in `companion/rooms/`.
"""
