"""What Holders are advised of, drafts they review, and what they ask for."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind("prospectus-filed", "The Prospectus was filed with the Commission."),
    FactKind("supplement-filed", "A supplement to the Prospectus was filed."),
    FactKind("amendment-filed", "A post-effective amendment was filed."),
    FactKind("amendment-effective", "A post-effective amendment became effective."),
    FactKind("report-filed", "A document incorporated by reference was filed."),
    FactKind("commission-request", "The Commission asked for an amendment or information."),
    FactKind("stop-order", "A stop order was issued, or a proceeding for one began."),
    FactKind("stop-order-lifted", "A stop order or blue sky order was lifted.", may=("about",)),
    FactKind(
        "blue-sky-suspension",
        "A state suspended qualification or began to.",
    ),
    FactKind("misstatement", "The Prospectus became untrue or incomplete."),
    FactKind(
        "misstatement-known",
        "The Company learned of a misstatement.",
        needs=("about",),
        about_a="fact",
    ),
    FactKind(
        "holders-advised",
        "The selling Holders were advised of an event.",
        needs=("about",),
        may=("given",),
        about_a="fact",
    ),
    FactKind(
        "written-confirmation-requested",
        "A Holder requested written confirmation of advice.",
        may=("about", "holder"),
        about_a="fact",
    ),
    FactKind("shelf-drafts-furnished", "Drafts of the shelf or Prospectus were sent to Holders."),
    FactKind(
        "amendment-drafts-furnished",
        "Drafts of an amendment or supplement were sent to Holders.",
    ),
    FactKind(
        "filing-objected",
        "A selling Holder reasonably objected to filing the named drafts.",
        needs=("about",),
        may=("holder",),
        about_a="fact",
    ),
    FactKind(
        "objection-settled",
        "The named objection was addressed or withdrawn.",
        needs=("about",),
        about_a="fact",
    ),
    FactKind(
        "inclusion-requested",
        "A selling Holder requested that information be included.",
        may=("holder",),
    ),
    FactKind("copies-requested", "A Holder requested copies or documents.", may=("holder",)),
    FactKind("inspection-requested", "The selling Holders requested an inspection of records."),
    FactKind("duty-done", "An undated duty was performed.", needs=("about",), about_a="instance"),
)
