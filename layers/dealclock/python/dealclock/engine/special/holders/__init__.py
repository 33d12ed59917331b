"""Holders: holdings, entitlement and payments of each.

holdings  who holds Notes on which day, and to whom accrued interest is payable
amounts   whether each Holder is entitled, and its amounts in dollars
paying_agent  what the paying agent pays, compared with that
"""
