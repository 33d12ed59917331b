"""Terms as data: versions, parties, provisions with their Sections, and interpretations (readings).

Nothing here depends on events.
"""
