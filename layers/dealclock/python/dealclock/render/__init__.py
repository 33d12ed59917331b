"""How an alert, an assessment or an answer reads: Slack, plain text, email, calendar file, table.

Pure: nothing here knows the time or where a message goes. Words are made once, in `words`; one
message is described once, as a `Message`; each medium only lays that out.
"""
