"""Claim-aware search: what is known that bears on a claim, and whether it carries it ([P] §3.5, §6.2)."""
