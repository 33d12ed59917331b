"""Terms as data: versions, parties, provisions with their Sections, and interpretations (readings).

Nothing here depends on events.

terms         an agreement's terms, read and checked; versions has them as amended
rules         the types of provision that people write; spellings expands them
general       what they expand to: obligations, states, streams and payments
day_language  Days as an agreement writes them
readings      the interpretations of a Section, from readings.yaml
"""
