"""Messages: what an alert, a digest, a notice or a reply says, as a `Message`, with the single
wording of dates, amounts, statuses and reasons; and the layouts of a `Message` as Slack blocks,
email, calendar entry and page, which add no words to it.
"""
