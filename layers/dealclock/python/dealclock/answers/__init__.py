"""What Dealclock answers, a folder a question.

Each folder holds the query with its options, the typed result, what works it out, and the one
message that words it. The command line, `/deal`, the workbench, worked cases and proof packs all
ask here; JSON is the result through one encoder.
"""
