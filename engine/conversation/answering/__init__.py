"""How an answer comes about, in three stops: what is asked, whether what was told holds it, an answer of its own."""
