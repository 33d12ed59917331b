"""Every kind of event, what it means and which details it takes: the whole vocabulary, by what the
kinds are about.
"""

from dealclock.facts.kind import FactKind

REGISTRATION = (
    FactKind(
        "registration-statement-filed",
        "The Shelf Registration Statement was filed.",
        under_it=True,
        once=True,
        called=("filed", "filing", "shelf filed"),
    ),
    FactKind(
        "registration-statement-effective",
        "The Shelf Registration Statement was declared effective.",
        follows=("registration-statement-filed",),
        under_it=True,
        once=True,
        called=("effective", "effectiveness", "shelf effective", "declared effective"),
    ),
    FactKind(
        "prospectus-unusable",
        "The Prospectus became unusable for resales.",
        called=("outage", "not usable"),
    ),
    FactKind(
        "prospectus-usable",
        "The Prospectus became usable again through an effective cure.",
        follows=("prospectus-unusable",),
        called=("usable", "usable again"),
    ),
)
"""The registration statement, and whether its prospectus can be used."""

NOTICES = (
    FactKind("trustee-notified", "The Trustee was notified.", needs=("given", "about")),
    FactKind("sale-notice", "A Holder gave a Sale Notice.", needs=("given",), may=("holder",)),
)
"""Notices between the parties."""

SUSPENSIONS = (
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
"""Suspension Periods, and down-time that is none."""

PAID = "additional-interest-paid"
INTEREST = (
    FactKind("notes-issued", "The option Notes were issued.", may=("lot", "amount")),
    FactKind(
        "notes-converted",
        "Notes were converted into shares.",
        needs=("lot", "amount"),
        may=("holder", "shares"),
    ),
    FactKind(
        "notes-retired",
        "Notes were redeemed, repurchased or canceled.",
        needs=("lot", "amount"),
        may=("holder",),
    ),
    FactKind(
        "notes-sold-under-shelf",
        "Notes were sold under the Shelf Registration Statement.",
        needs=("lot", "amount"),
        may=("holder",),
    ),
    FactKind(
        "notes-acquired",
        "A Holder acquired Notes at issue or from a person not on record.",
        needs=("holder", "lot", "amount"),
    ),
    FactKind(
        "notes-transferred",
        "One Holder transferred Notes to another outside the shelf.",
        needs=("holder", "to", "lot", "amount"),
    ),
    FactKind(
        "officers-certificate-delivered",
        "The officers' certificate for a payment was delivered.",
        needs=("about",),
        about_a="payment",
    ),
    FactKind(
        "payment-funded",
        "The paying agent received the funds for a payment.",
        needs=("about",),
        may=("amount",),
        about_a="payment",
    ),
    FactKind(
        PAID,
        "Additional Interest was paid.",
        needs=("about",),
        may=("amount",),
        asks=("amount",),
        called=("payment", "payment made", "interest paid"),
        about_a="payment",
        critical=True,
    ),
    FactKind(
        "payment-confirmed",
        "The paying agent confirmed that a payment was made.",
        needs=("about",),
        about_a="payment",
        critical=True,
    ),
)
"""The Notes, who holds them, and Additional Interest on them."""

QUESTIONNAIRES = (
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
"""Questionnaires: requests for information, the answers, and the filings that name Holders."""

HOLDINGS = (
    FactKind(
        "shares-sold-under-shelf",
        "Conversion Shares were sold under the shelf.",
        needs=("shares",),
        may=("holder",),
    ),
    FactKind(
        "registered-securities-sold-out", "All registered securities were sold under the shelf."
    ),
    FactKind(
        "securities-ceased-outstanding",
        "No security covered by the shelf remains outstanding.",
    ),
    FactKind(
        "sale-planned",
        "A Holder plans a sale on the named date.",
        needs=("target",),
        may=("holder", "lot", "amount", "shares"),
    ),
    FactKind(
        "denominations-requested",
        "A Holder requested denominations and names.",
        needs=("about",),
        may=("holder",),
        about_a="fact",
    ),
    FactKind(
        "transfer-notice",
        "The form of notice of a transfer was given after the transfer.",
        needs=("about", "given"),
        may=("holder",),
        about_a="fact",
    ),
    FactKind(
        "cusip-numbers-provided", "CUSIP numbers were provided for all securities.", once=True
    ),
    FactKind("indenture-qualified", "The Indenture was qualified under the TIA.", once=True),
)
"""Securities sold or gone, and what a sale or effectiveness asks for."""

ORDERS = ("stop-order", "blue-sky-suspension")
LIFTED = "stop-order-lifted"
MISSTATED = ("misstatement",)
ADVICE = (
    FactKind("prospectus-filed", "The Prospectus was filed with the Commission."),
    FactKind(
        "supplement-filed",
        "A supplement to the Prospectus was filed.",
        about_kinds=MISSTATED,
    ),
    FactKind("amendment-filed", "A post-effective amendment was filed."),
    FactKind(
        "amendment-effective",
        "A post-effective amendment became effective.",
        about_kinds=MISSTATED,
    ),
    FactKind(
        "report-filed",
        "A document incorporated by reference was filed.",
        about_kinds=MISSTATED,
    ),
    FactKind("commission-request", "The Commission asked for an amendment or information."),
    FactKind("stop-order", "A stop order was issued, or a proceeding for one began."),
    FactKind(
        LIFTED,
        "A stop order or blue sky order was lifted.",
        may=("about",),
        about_a="fact",
        about_kinds=ORDERS,
    ),
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
"""What Holders are advised of, drafts they review, and what they ask for."""

SHARES = (
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
"""Warrants and shares: exercises, what vests, and what an exercise would have brought."""

CONSENTS = (
    FactKind(
        "extension",
        "The due date of an obligation was extended.",
        needs=("about", "target"),
        may=("holder", "amount", "shares"),
        about_a="owed",
        critical=True,
    ),
    FactKind(
        "waiver",
        "A default or an obligation was waived, by one Holder or for all.",
        needs=("about",),
        may=("holder", "amount", "shares", "target"),
        about_a="owed",
        critical=True,
    ),
    FactKind(
        "consent-given",
        "A Holder consented to the named waiver, extension or amendment.",
        needs=("about", "holder", "amount"),
        may=("lot", "shares"),
        about_a="instance",
    ),
    FactKind(
        "consent-withdrawn",
        "A Holder withdrew the named consent.",
        needs=("about",),
        about_a="fact",
    ),
    FactKind(
        "record-date-set",
        "The record date was set for the named decision.",
        needs=("about", "target"),
        about_a="instance",
    ),
    FactKind(
        "affiliate-holdings",
        "Holdings of the Company or an affiliate were stated.",
        needs=("holder", "amount"),
        may=("shares",),
    ),
)
"""What those to whom something is owed allow: more time, or a default put aside."""

CONFIRMED, DISPUTED = "default-confirmed", "default-disputed"
RELEASED = "conclusion-released"
CONCLUSIONS = (
    FactKind(
        CONFIRMED,
        "A possible default was confirmed, as advised by counsel.",
        needs=("about",),
        critical=True,
    ),
    FactKind(DISPUTED, "A possible default is disputed.", needs=("about",), critical=True),
    FactKind(
        RELEASED,
        "A conclusion was released, as it was on that day, to someone outside the team.",
        needs=("about", "to", "released"),
        may=("holder",),
        critical=True,
        about_a="instance",
    ),
    FactKind("retraction", "The named event or correction is retracted.", retracts=True),
    FactKind(
        "nothing-else-happened",
        "Events not recorded in this history did not happen.",
        absence=True,
    ),
)
"""What people say of conclusions and of facts."""
