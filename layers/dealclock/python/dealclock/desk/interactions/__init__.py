"""Buttons, forms and the Home tab in Slack.

payloads      a click, a submitted form, a shortcut, as Slack sends it
services      where all of it is looked up, stored and shown, each of Slack's requests once; and
              the deal a person may act on, silent about all others
clicks        the buttons under an alert
record_form   the form by which an event is recorded or corrected
entry         what recording that event comes to, here and on the page of an email
act_forms     the forms of the other acts: which one, its fields, what it comes to
home          the Home tab and its buttons
"""
