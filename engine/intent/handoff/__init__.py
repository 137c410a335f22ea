"""What is carried from one time together to the next: items, how they age, and the handoff that lists them."""
