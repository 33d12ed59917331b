"""What happened: kinds of fact and the append-only log.

Shape, not meaning: whether a fact meets a deadline is the engine's to say.
"""
