"""Terms as data: versions, parties, provisions with their Sections, and readings.

Nothing here knows what happened.
"""
