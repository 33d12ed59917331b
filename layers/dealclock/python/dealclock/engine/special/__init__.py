"""Rules that only some agreements have, as plug-ins of the general engine. Nothing general imports
them, except the two modules that run a pass.

consents        waivers, extensions and amendments, and the consents they need
questionnaires  Questionnaires requested, answered and filed; entitlement by them
holders         holdings, entitlement and payments of each Holder
usable          whether Holders may sell under the shelf
reviews         drafts reviewed by Holders before a filing, and objections
shares          shares owed under a letter agreement once warrants vest
contribution    the division of a loss
"""

from dealclock.engine.plugins import register
from dealclock.engine.special.consents import agreements
from dealclock.engine.special.holders import amounts
from dealclock.engine.special.questionnaires.filings import add as add_filings
from dealclock.engine.special.questionnaires.mailing import add as add_mailings
from dealclock.engine.special.questionnaires.requests import add as add_requests
from dealclock.engine.special.reviews import add as add_reviews
from dealclock.engine.special.shares.true_ups import add as add_true_ups

__all__ = ["add_filings", "add_mailings", "add_requests", "add_reviews", "add_true_ups"]

PLUGINS = (agreements.PLUGIN, amounts.PLUGIN)
register(PLUGINS)
