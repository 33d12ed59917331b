"""What a deal's people do, and what answers them.

slack_handler    what Slack sends, and how its answer goes back
verb, verbs      what a `/deal` subcommand is, all listed in `verbs/all.py`; a question is one by
                 `verb.verb_of`, which asks it (`Question.answered`) and has it `say` its message
parse_command    the verb, the deal and the other words of what was typed
answer_command   the person's rights are checked, then the verb answers; both are archived
interactions     buttons, forms and the Home tab in Slack
web              the pages of personal links
act              what an act is: checked, shown before, done; its command here and in a terminal
respond, approve, close, release, settings, break_glass
                 the acts, each in its module, as others may be
record, load, rehearse                        one use case each
"""
