"""Judging a search: whom the query names, and how sure it is that what was found is about it."""
