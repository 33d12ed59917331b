"""What people do with their hands in Slack: buttons, forms, the Home tab.

arrived    a click, a form handed in, a shortcut, as Slack sends it
hands      where all of it is looked up, kept and shown
reach      the deal a person may act on; silent about all others
clicks     the buttons under an alert
recording  the form by which a fact is recorded or corrected
home       the Home tab and its buttons
"""
