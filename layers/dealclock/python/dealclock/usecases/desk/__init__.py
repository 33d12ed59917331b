"""What a deal team does in Slack with `/deal`.

verb             what a subcommand is, what it is given and what it answers
verbs            one module each, listed in `verbs/all.py`
understanding    the verb, the deal and the other words of what was typed
words            days, numbers and names among those words
answering        who asks is checked, then the verb answers; both are archived
"""
