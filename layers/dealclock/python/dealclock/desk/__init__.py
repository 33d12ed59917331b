"""What a deal's people do, and what answers them.

verb, verbs      what a `/deal` subcommand is; a module each, listed in `verbs/all.py`
parse_command    the verb, the deal and the other words of what was typed
answer_command   the person's rights are checked, then the verb answers; both are archived
interactions     buttons, forms and the Home tab in Slack
web              the pages of personal links
act              what an act is: checked, shown before, done; its command here and in a terminal
respond, approve, close, release, settings, break_glass
                 the acts, each in its module, as others may be
record, load, rehearse                        one use case each
"""
