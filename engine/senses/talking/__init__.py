"""A conversation, spoken: typed frames through one pipeline, turn taking, barge-in."""
