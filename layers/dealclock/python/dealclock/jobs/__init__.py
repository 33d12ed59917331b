"""What Dealclock does by itself, in four wings over one `Services` record.

plan         what is due: checks on schedule, assessing, the alerts and digests planned from it
deliver      what goes out, and what became of it
documents    files made for people: drafts, proof packs, pictures
operate      what operators do

The modules beside the wings are what all of them share. Functions and the command line hand each
use case a real clock, table, queues and channels.
"""
