"""Registration Defaults by lapse, and the periods in which something must stay usable.

by_lapse   when one occurs, accrues and is cured
protected  periods that a fact begins and an anniversary, or the last security leaving, ends
leaving    when nothing such a period covers is left
outages    failures within one, with a time to cure them
"""
