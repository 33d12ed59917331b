"""What is asked about every scene: questions with their options, and `/deal` commands."""

from collections.abc import Mapping

Options = Mapping[str, object]

QUESTIONS: Mapping[str, tuple[Options, ...]] = {
    "assess": (
        {},
        {"all-readings": True},
        {"outside": True},
        {"outside": True, "to": "holder fund-a"},
    ),
    "why": (
        {"instance": "accrual"},
        {"instance": "effectiveness"},
        {"instance": "cure-window"},
        {"instance": "default-ii"},
        {"instance": "payment/2005-01-15"},
        {"instance": "no-such-instance"},
    ),
    "next": ({}, {"days": "30", "by": "owner"}),
    "status": ({},),
    "count": ({"number": "5", "start": "2004-11-22", "business": True},),
    "accrual": ({}, {"cured": "2005-01-24"}),
    "history": ({"instance": "effectiveness"}, {"instance": "cure-window"}),
    "suspension": (
        {},
        {"start": "2005-03-01", "days": 30},
        {"start": "2005-02-01", "days": 50, "material": True},
    ),
    "what-if": (
        {"fact": [{"kind": "registration-statement-effective", "on": "2005-06-01"}]},
        {"fact": [{"kind": "prospectus-unusable", "on": "2005-06-02"}], "until": "2005-07-20"},
        {"suspend-from": "2005-06-06", "suspend-days": 20},
    ),
    "changes": ({"from": "2004-10-15"}, {"from": "2005-01-10"}),
    "deemed": (
        {"method": "mail,fax,hand", "on": "2004-11-24", "to": "trustee,holders"},
        {"method": "courier", "on": "2005-01-14", "due": "2005-01-18"},
    ),
    "review": (
        {"document": "amendment-review", "furnished": "2005-01-13"},
        {"document": "registration-statement-filed", "filing": "2004-07-15"},
    ),
    "usable": ({}, {"holder": "fund-a"}, {"holder": "fund-z"}),
    "holders": ({}, {"holder": "fund-b"}),
    "payments": ({}, {"payment": "payment/2005-01-15"}),
    "questionnaires": ({}, {"holder": "fund-b"}),
    "roll-forward": (
        {"from": "2004-10-28", "to": "2005-01-15"},
        {"from": "2005-01-15", "to": "2005-07-15"},
    ),
    "true-up": ({}, {"unexercised": "100000"}),
    "consent": (
        {},
        {"of": "WAIVE"},
        {"of": "EXTEND"},
        {"consenting": "31000000", "record-date": "2004-11-01"},
    ),
    "contribution": (
        {
            "loss": "5000000",
            "company-proceeds": "58000000",
            "holder-proceeds": "2100000",
            "resold-for": "2100000",
            "damages-paid": "20000",
        },
    ),
    "readings": ({}, {"only": "default-occurs"}),
    "section": (
        {"section": "3(b)"},
        {"section": "4(b)(i)"},
        {"section": "2(b)"},
        {"section": "para. 3"},
    ),
    "timeline": ({}, {"since": "2004-06-30", "until": "2005-12-31"}),
}
"""The options of each question of `answers.catalog`, as text, as the command line takes them."""

COMMANDS = (
    "next",
    "next 30 all by owner",
    "status",
    "accrual",
    "accrual on 2005-01-31 if cured 2005-01-24",
    "accrual under all readings",
    "payments",
    "suspension",
    "suspension check 2005-02-01 30",
    "what-if prospectus-usable 2005-01-24",
    "what-if suspension-notice next monday for 30 days",
    "count 5bd after 2004-11-22",
    "count 2bd after 2004-11-22 by mail",
    "count 20 before 2005-01-18",
    "record",
    "record prospectus-unusable 2005-01-18",
    "proof cure-window",
    "proof default-ii",
    "list",
    "usable",
    "usable on 2005-02-01 holder fund-a",
    "sale-notice",
    "sale-notice on 2005-01-21 by courier",
    "section 3(b)",
    "section 4(b)(i)",
    "why cure-window",
    "why accrual",
    "why default-ii",
    "changes since 2005-01-10",
    "changes since last monday",
    "readings",
    "readings default-occurs",
    "timeline",
    "timeline since 2004-06-30 until 2004-12-31",
    "holders",
    "history effectiveness",
    "history cure-window",
    "correct F1",
    "notice cure-window",
    "notice payment/2005-07-15",
    "picture timeline",
    "picture accrual dark",
    "export facts",
    "export all",
    "calendar stop",
    "ack cure-window",
    "ack payment/2005-07-15",
    "snooze payment/2005-07-15 until tomorrow",
    "snooze payment until +2bd",
    "done cure-window",
    "decline cure-window",
    "done payment/2005-07-15",
    "approve terms:1",
    "approve reading:default-occurs",
    "release shelf-filing to trustee",
    "release withdraw shelf-filing from trustee",
    "settings",
    "settings away tomorrow to +5bd delegate ruth",
    "close",
    "close because the Securities were sold",
    "share accrual on 2005-01-20",
    "share why cure-window",
    "help",
    "help all",
    "help count",
    "no such command",
)
"""What is typed after `/deal` in the deal's own channel."""

OVER_ALL = (
    "assess all-readings=true",
    "roll-forward from=2004-10-28 to=2005-01-15",
    "roll-forward from=2005-01-15 to=2005-07-15",
    "/deal accrual under all readings",
    "picture accrual",
)
"""What tries all combinations of readings, which may take minutes where many are consulted."""

DRAFTED = (
    "cure-window",
    "suspension",
    "trustee-notice",
    "payment",
    "holder-advice",
    "misstatement-advice",
    "effectiveness",
)
"""The names under which drafts are asked for."""

PROVED = ("effectiveness", "cure-window", "default-ii", "payment/2005-01-15")
"""The instances whose proof packs are made."""

FIELDS: Mapping[str, str] = {
    "about": "default-ii",
    "holder": "fund-a",
    "to": "fund-b",
    "lot": "base",
    "amount": "1000000",
    "shares": "1000",
    "target": "2005-06-15",
    "given-to": "holders",
    "given-method": "courier",
    "ratio": "1.05",
    "note": "typed",
}
"""What is typed into the fields of a form that records an event, where it has them."""
