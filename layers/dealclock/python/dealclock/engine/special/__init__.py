"""Rules that only some agreements have, as plug-ins of the general engine. Nothing general imports
them, except the module that runs a pass.

consents        waivers, extensions and amendments, and the consents they need
questionnaires  Questionnaires requested, answered and filed; entitlement by them
holders         holdings, entitlement and payments of each Holder
usable          whether Holders may sell under the shelf
reviews         drafts reviewed by Holders before a filing, and objections
true_ups        shares owed under a letter agreement once warrants vest
contribution    the division of a loss
"""

from dealclock.engine.plugins import Plugin, register
from dealclock.engine.special import true_ups
from dealclock.engine.special.consents import (
    agreed,
    extended,
    not_in_amounts,
    waived,
)
from dealclock.engine.special.holders import amounts
from dealclock.engine.special.questionnaires import filings, mailing, requests
from dealclock.engine.special.reviews import reviews, with_drafts

__all__ = ["CONCLUDING", "reviews", "with_drafts"]

PLUGIN = Plugin(
    extended=extended,
    excuse=waived,
    not_in_amounts=not_in_amounts,
    barred=amounts.barred,
    agreements=agreed,
    contradictions=amounts.contradictions,
)
CONCLUDING = (
    mailing.conclusions,
    requests.conclusions,
    filings.conclusions,
    true_ups.conclusions,
)
"""What concludes from the terms and the events alone, in order."""
register(PLUGIN)
