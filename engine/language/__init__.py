"""The local model: its port, llama.cpp in a supervised child process, models behind servers on this machine, the
token ledger, structured replies, budgets.

Every other room sees a model only through `LanguageModel` and the optional capabilities `PrefixCache`,
`Scoring` and `NativeEmbedding`; `ScriptedModel` is the double for tests that need fixed answers.
"""

import lazy_loader

# The window paints before the mind is there: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
