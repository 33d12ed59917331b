"""Notices: when they are given, when they are owed, and the windows they open.

deemed        when a notice counts as given, to all who must have it
handing_over  by which day it must be handed over for that
of_defaults   those owed after each Registration Default
windows       the window each Sale Notice opens
sales         whether one was in force on the day of each sale
"""
