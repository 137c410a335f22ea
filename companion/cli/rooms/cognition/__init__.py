"""Commands on what the companion believes, has learnt and notices."""
