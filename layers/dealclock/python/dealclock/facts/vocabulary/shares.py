"""Warrants and shares: exercises, what vests, and what an exercise would have brought."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "warrants-exercised",
        "A Warrantholder exercised Warrants and shares were issued.",
        needs=("holder", "shares"),
        may=("unadjusted",),
    ),
    FactKind(
        "shares-converted",
        "A Holder converted preferred shares and common stock was issued.",
        needs=("holder", "shares"),
        may=("unadjusted",),
    ),
    FactKind(
        "camden-vested",
        "Camden Warrants vested and can no longer be canceled.",
        may=("shares",),
    ),
    FactKind(
        "camden-cancelled",
        "All unvested Camden Warrants were canceled.",
    ),
    FactKind(
        "entitlement-computed",
        "Shares the named exercise would have yielded on the named date, after all "
        "anti-dilution adjustments.",
        needs=("about", "shares", "target"),
        about_a="fact",
    ),
    FactKind(
        "ratio-computed",
        "Shares due per unadjusted share on the named date, under a provision.",
        needs=("about", "ratio", "target"),
        about_a="instance",
    ),
    FactKind(
        "other-adjustment",
        "Additional shares the named exercise would have yielded, for another dilutive issue.",
        needs=("about", "shares"),
        about_a="fact",
    ),
    FactKind(
        "true-up-issued",
        "The Company issued true-up shares on the named exercise.",
        needs=("about", "shares"),
        may=("holder",),
        about_a="fact",
    ),
)
