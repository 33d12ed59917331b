"""The workbench: the whole system on this machine, used in a browser.

It runs the deployed functions. Only Slack and the mail server are simulated, and every deal is a
rehearsal, so nothing here can touch a live one.

    play.py       the rehearsal being played and its clock: start over, step, jump, play, stop
    scenarios.py  the histories a play may start with
    next_event.py what comes next, for the hint next to the clock
    why_quiet.py  why no alert is sent just now
    workbench.py  what every pane gets: the stack, the table, the play
    site.py       the pages as one application, closed to other sites
    pages.py      a page from a template, with what every page shows
    faults.py     the table of faults to switch on and off
    panes/        a module or folder for each pane, with its `routes`
"""
