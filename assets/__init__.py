"""Icons, fonts and style sheets."""
