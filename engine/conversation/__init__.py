"""One turn, end to end: hear, recall, lay out the prompt, answer, think back, absorb.

The turn is a state machine that never waits for a token (`turn.py`); `driver.py` runs it against a model. Other
rooms take part by registering prompt sections and reflect fields (`registry.py`).
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
