"""What happened: kinds of event and the append-only log.

Shape, not meaning: whether an event satisfies a deadline is for the engine to decide.
"""
