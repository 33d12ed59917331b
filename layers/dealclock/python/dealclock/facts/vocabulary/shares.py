"""Warrants and shares: exercises, what vests, and what an exercise would have brought."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "warrants-exercised",
        "A Warrantholder exercised Warrants; shares were issued on it.",
        needs=("holder", "shares"),
        may=("unadjusted",),
    ),
    FactKind(
        "shares-converted",
        "A Holder converted preferred shares; common stock was issued on it.",
        needs=("holder", "shares"),
        may=("unadjusted",),
    ),
    FactKind(
        "camden-vested",
        "Camden Warrants vested and can no longer be cancelled.",
        may=("shares",),
    ),
    FactKind(
        "camden-cancelled",
        "All Camden Warrants that had not vested by then were cancelled.",
    ),
    FactKind(
        "entitlement-computed",
        "What the exercise it is about would have brought on the day it names, after all "
        "anti-dilution adjustments.",
        needs=("about", "shares", "target"),
        about_a="fact",
    ),
    FactKind(
        "ratio-computed",
        "Shares due for each unadjusted one on the day it names, by a provision.",
        needs=("about", "ratio", "target"),
        about_a="instance",
    ),
    FactKind(
        "other-adjustment",
        "Shares the exercise it is about would have brought more, for another dilutive issue.",
        needs=("about", "shares"),
        about_a="fact",
    ),
    FactKind(
        "true-up-issued",
        "The Company issued true-up shares on the exercise it is about.",
        needs=("about", "shares"),
        may=("holder",),
        about_a="fact",
    ),
)
