"""Pictures: their content as plain data with its text (here), and the drawing (`drawing`)."""
