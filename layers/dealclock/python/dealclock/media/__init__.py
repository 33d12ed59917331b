"""Layouts of a `Message`, a chart or a document: Slack blocks, email, calendar file, terminal, web
page, PDF and Word. No layout adds words to a message.
"""
