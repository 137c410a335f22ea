"""What each kind of job does, a module a kind: phases in order, from recall, statistics and small decisions."""
