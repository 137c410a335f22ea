"""What is understood about the person: facts in four lenses, questions, claim-aware search ([P] §2, §5, §6.2).

`PersonalModel` is the front: one governed way to change facts, search by claim, what stands in the prompt, and why.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
