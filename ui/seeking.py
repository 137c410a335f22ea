"""How things are found by their words, in every place alike."""


def holds(needle: str, words: str) -> bool:
    """Whether `words` hold each word of `needle`, in any order; an empty one is held by all."""
    folded = words.casefold()
    return all(each in folded for each in needle.casefold().split())
