"""What other programs may know, say and ask for: `client` is what is theirs, `offering` what waits for the person."""
