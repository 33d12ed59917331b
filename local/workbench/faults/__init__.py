"""Faults to switch on, so that a developer can watch the recovery.

Each simulated service keeps its own faults, and no one else does, so the page shows the true state.

    fault.py       a fault, and the group of faults of one service
    calls.py       Slack's answers: slow down, broken, lost, late
    workspace.py   the workspace: the token, the channel, its members
    mailboxes.py   the mail server: refuses, defers, hangs up
    aws.py         the embedded AWS: a throttled table, impatient queues
    board.py       all of them
"""
