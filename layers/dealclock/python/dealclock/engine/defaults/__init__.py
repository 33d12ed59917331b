"""Registration Defaults by lapse, and the periods in which the Prospectus must stay usable.

by_lapse   when a default occurs, accrues and is cured
protected  periods that begin with a fact and end on an anniversary, or with the last security
outages    failures within such a period, with a time to cure them
"""
