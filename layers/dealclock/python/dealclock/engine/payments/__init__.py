"""Payments of what accrued, in arrears.

payment_dates  Interest Payment Dates and record dates of the Indenture
buckets        the days each pays, and its amounts by lot
in_arrears     each payment as a part of an assessment
payment_steps  the certificate, the funds, the word that it was made
settlement     what all facts about a payment paid of it: in part, in full, too much
paid           what of each was paid, by its facts and by lot
paying_agent   what the agent pays beside what Holders are entitled to
roll_forward   from what was unpaid on one day to what is on another
"""
