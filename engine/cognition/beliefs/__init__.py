"""What the companion holds to be so: models of how things are, predictions of what will be, principles ([E] §10)."""
