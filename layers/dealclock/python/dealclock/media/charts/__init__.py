"""Pictures: what is drawn, as plain data with its words (here), and the drawing (`drawing`)."""
