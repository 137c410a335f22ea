"""How the companion grows: nominations are votes, and rules decide ([C] §5.4)."""
