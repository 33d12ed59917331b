"""What can be made to go wrong, so that one can watch it be recovered from.

What is on is kept by the stand-in that does it and nowhere else, so what is shown is what is so.

    fault.py       a fault, and a group of them that one stand-in does
    calls.py       Slack's answers: slow down, broken, lost, late
    workspace.py   the workspace: the token, the channel, its members
    mailboxes.py   the mail server: refuses, puts off, hangs up
    aws.py         the embedded AWS: a throttled table, hasty queues
    board.py       all of them
"""
