from tests.unit.engine.conversation.whole_mind import embedder, prototypes, script, talk

__all__ = ["embedder", "prototypes", "script", "talk"]
