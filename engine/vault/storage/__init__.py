"""The encrypted file itself: SQLCipher, its connections, units of work, schema versions and the cache beside it."""
