"""What Dealclock answers: one module for each question, a function under `@answer`.

Its parameters are the options, its body is JSON through one encoder, and it has one message. The
command line, `/deal`, the workbench, worked cases and proof packs all ask there.
"""
