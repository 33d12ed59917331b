"""Messages: what an alert, a digest, a notice or a reply says, as a `Message`, and the single
wording of dates, amounts, statuses and reasons.

`media` lays a `Message` out for Slack, email, paper and the terminal.
"""
