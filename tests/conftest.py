"""For every test: how long a property may take says nothing on a busy machine."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
