"""Suspension Periods, and down-time that is none."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "suspension-notice",
        "A Suspension Notice was given to Holders.",
        needs=("given",),
        called=("suspension", "suspended", "suspend"),
    ),
    FactKind(
        "suspension-ended",
        "Use of the Prospectus resumed; this day is not suspended.",
        follows=("suspension-notice",),
        called=("resumed", "resumption", "suspension over"),
    ),
    FactKind(
        "suspension-extended",
        "A Suspension Period was extended for a material transaction.",
        needs=("given",),
        may=("about",),
        about_a="suspension",
        follows=("suspension-notice",),
    ),
    FactKind(
        "suspension-improper",
        "The conditions of a suspension were not satisfied.",
        needs=("about",),
        about_a="suspension",
    ),
    FactKind(
        "sales-cleared",
        "Holders received written clearance to use the Prospectus again.",
        may=("holder",),
    ),
    FactKind(
        "new-prospectus-received",
        "Holders received the supplemented or amended Prospectus.",
        may=("holder",),
    ),
    FactKind("copies-return-directed", "The Company directed Holders to return their copies."),
    FactKind("downtime-began", "Use of the Prospectus stopped solely to add a Holder."),
    FactKind(
        "downtime-ended",
        "Use of the Prospectus resumed; this day is not down-time.",
        follows=("downtime-began",),
    ),
)
