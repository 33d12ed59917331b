"""What a person reads, in words: a `Message` made once for an alert, a digest or a notice, and the
one wording of dates, amounts, statuses and reasons that answers and documents use too.

How it looks in Slack, in an email or on paper is the matter of `media`.
"""
