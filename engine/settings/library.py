"""How documents are read and quoted."""

from engine.settings.branch import Branch, setting


class LibrarySettings(Branch):
    """What is read: how much at once, how it is cut, how it is found and weighed."""

    file_bytes: int = setting(
        32 * 1024 * 1024, "Largest document, in bytes", "ours", ge=1024, le=512 * 1024 * 1024
    )
    pages: int = setting(2000, "Most pages of a PDF", "ours", ge=1, le=20_000)
    characters: int = setting(
        4_000_000, "Most characters of text in a document", "ours", ge=1000, le=50_000_000
    )
    reading_s: int = setting(120, "Seconds that reading one document may take", "ours", ge=1, le=900)
    reading_bytes: int = setting(
        1024 * 1024 * 1024, "Memory that reading one document may take", "ours", ge=256 * 1024 * 1024
    )
    chunk_tokens: int = setting(180, "Longest passage that is found as one", "ours", ge=32, le=512)
    overlap_tokens: int = setting(30, "What a passage repeats of the one before", "ours", ge=0, le=128)
    excerpts: int = setting(5, "Excerpts of one search", "[A] §8", ge=1, le=50)
    floor: float = setting(
        0.25, "Cosine below which an excerpt is not found unless its words match", "ours", ge=0, le=1
    )
    coverage: float = setting(
        0.6, "Share of the query's words that bring an excerpt up by themselves", "ours", ge=0, le=1
    )
    neighbours: int = setting(1, "Passages shown before and after one that is found", "ours", ge=0, le=3)
    access_scale: float = setting(10.0, "Divides the logarithm of the accesses", "[A] §8", ge=1, le=100)
    recent_days: int = setting(7, "Days for which an access counts as recent", "[A] §8", ge=1, le=365)
    recency_factor: float = setting(1.2, "What a recent access multiplies by", "[A] §8", ge=1, le=5)
    link_boost: float = setting(0.1, "Importance that each link adds", "[A] §8", ge=0, le=1)
    tags: int = setting(5, "Words that a document is described by", "ours", ge=0, le=20)
