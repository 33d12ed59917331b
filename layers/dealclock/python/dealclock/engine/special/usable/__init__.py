"""Whether Notes may be sold under the shelf on a day: Sections 2 to 4 of infocrossing-2004.

shelf   conditions of the shelf: effective, not suspended, in use, no order, true; and what a
        Suspension Notice stops, for one Holder or for all
holder  conditions of the Holder: on record, named in the Prospectus, Notes left, Sale Notice; and
        all of them together, under the chosen readings and under every other
"""
