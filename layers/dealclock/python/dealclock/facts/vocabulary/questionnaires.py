"""Questionnaires: requests for information, the answers, and the filings that name Holders."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "effectiveness-intended",
        "The Company set, in good faith, an intended effective date.",
        needs=("target",),
    ),
    FactKind(
        "questionnaire-mailed",
        "A written request with the Questionnaire was dated and sent.",
        needs=("given",),
        may=("holder",),
    ),
    FactKind(
        "questionnaire-returned",
        "The Company received a Holder's completed Questionnaire.",
        needs=("holder", "amount"),
        may=("shares",),
    ),
    FactKind(
        "information-requested",
        "A Holder received a written request for additional information.",
        needs=("holder",),
    ),
    FactKind(
        "information-provided",
        "A Holder provided the additional information.",
        needs=("holder",),
    ),
    FactKind(
        "information-changed",
        "Information a Holder furnished became untrue or incomplete.",
        may=("holder",),
    ),
    FactKind(
        "holders-named-pre-effective",
        "An amendment or supplement before effectiveness named Holders.",
        may=("holder",),
    ),
    FactKind(
        "holders-named-by-amendment",
        "A post-effective amendment named Holders.",
        may=("holder",),
    ),
    FactKind(
        "holders-named-by-supplement",
        "A prospectus supplement after effectiveness named Holders.",
        may=("holder",),
    ),
)
