from tests.unit.engine.conversation.whole_mind import embedder, script, talk

__all__ = ["embedder", "script", "talk"]
