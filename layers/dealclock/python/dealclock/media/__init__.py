"""How a `Message`, a chart or a document is laid out: Slack blocks, email, calendar file,
terminal, web page, PDF and Word. None adds words of its own to a message."""
