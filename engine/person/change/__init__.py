"""The one governed way in which facts change ([P] §3.4, §5.4): a proposal, the policy, the write, the undo."""
