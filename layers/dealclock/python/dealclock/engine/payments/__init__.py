"""Payments of Additional Interest in arrears.

payment_dates  the days on which streams are paid, and record dates
buckets        the days each payment covers, its amounts by lot, and the amounts paid
in_arrears     each payment and its steps, as a part of an assessment
owed           the figures people act on: unpaid, accrued to date, paid; and from one day to another
"""
