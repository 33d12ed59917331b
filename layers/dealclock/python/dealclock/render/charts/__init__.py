"""Pictures: what is drawn, as plain data with its words (here), and the drawing (`drawing`).

Only `drawing` imports matplotlib, and only functions/files and `dealclock picture` import that.
"""
