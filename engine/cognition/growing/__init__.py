"""What grows out of one exchange after another: insights, outcomes, ideas, plans for a business ([E] §8.3, §8.4)."""
