"""The workbench: the whole system on this machine, used in a browser.

The functions that run are the deployed ones; only Slack's and the mail's far ends are stand-ins,
and every deal is a rehearsal, so nothing here can touch a live one.

    play.py       what is played and its clock: begin anew, step, jump, play, stop
    scenarios.py  the courses of events a play may begin with
    workbench.py  what every pane is given: the stack, the table, the play
    site.py       the pages as one application, and what keeps other sites out of it
    pages.py      a page drawn from a template, with what every page shows
    faults/       what can be made to go wrong, and put right again
    functions.py  calling a deployed function by hand
    panes/        a module or folder a pane, each with its `routes`
"""
