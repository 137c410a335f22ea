"""What an utterance means, decided: nothing else in the house reads meaning off words.

A decision is a file of `resources/decisions`: a question, its labels and varied examples. It is answered by the
model's logits over a kept prefix (`Decider`), or by a `Probe` of its hidden state;
where nothing may wait for that, a `TextHead` over sentence vectors and words, which a script trains, answers in
milliseconds. A new case is mended by more varied examples.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
