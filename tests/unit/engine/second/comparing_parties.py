"""Where the engine's answer on Holders and parties differs from the second engine's."""

from collections.abc import Iterator, Mapping
from datetime import date

from dealclock.engine.assess import assess, examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.engine.special.holders.amounts import Holders
from dealclock.engine.special.questionnaires.requests import (
    Questionnaire,
    entitling,
    recorded,
)
from dealclock.second.spelled.answer import answer
from dealclock.second.spelled.questionnaires import Form
from dealclock.second.story import Story
from tests.unit.engine.answering import form_of
from tests.unit.engine.deals import log
from tests.unit.engine.second.comparing import as_fact, differences, sample
from tests.unit.engine.second.parties import Parties, parties

OBLIGATIONS = (
    "shelf-filing",
    "effectiveness",
    "cusip-numbers",
    "indenture-qualification",
    "trustee-notice",
    "questionnaire-deadline",
    "additional-information",
    "late-questionnaire",
    "holder-advice",
    "misstatement-advice",
    "effect-of-order",
    "sale-notice",
)
DUTIES = (
    "questionnaire-deadline",
    "lifting-of-orders",
    "notice-of-lifting",
    "correcting-filing",
    "corrected-prospectus",
    "holder-stop",
)


def compared_parties(story: Story, as_of: date) -> list[str]:
    """What the two answer differently of the whole deal on a day."""
    query = Look(
        sample(story.day_count), log(*map(as_fact, story.events)), as_of, readings=story.readings
    )
    theirs = assess(query, compare=False)
    whole = answer(story, as_of)
    ours = parties(story, as_of, whole.state)
    found = list(differences(theirs, whole))
    waived = {d.instance: d.waived for d in theirs.defaults if not d.id.startswith("default-iv")}
    own = {d.name: d.waived for d in whole.defaults if d.name.removesuffix("-excess") in waived}
    found += _pairs("waived", {name: waived[name] for name in own}, own)
    found += _obligations(theirs, ours)
    found += _windows(theirs, ours)
    duties = {d.instance: (d.opens, d.done_on) for d in theirs.duties if d.id in DUTIES}
    found += _pairs("duty", duties, ours.duties)
    agreed = {
        a.instance: (a.outcome.value, a.agreed_on, a.part, a.whole, a.binds_all, a.binds)
        for a in theirs.agreed
    }
    found += _pairs(
        "agreed",
        agreed,
        {
            name: (a.outcome, a.agreed_on, a.part, a.whole, a.binds_all, a.binds)
            for name, a in ours.agreed.items()
        },
    )
    found += _holders(query, ours)
    return found


def _pairs(what: str, theirs: Mapping[str, object], ours: Mapping[str, object]) -> Iterator[str]:
    """Each name under which they differ."""
    for name in dict.fromkeys((*theirs, *ours)):
        engine, second = theirs.get(name), ours.get(name)
        if engine != second:
            yield f"{what} {name}: engine {_shown(engine)}, second {_shown(second)}"


def _shown(value: object) -> str:
    parts = value if isinstance(value, tuple) else (value,)
    return ", ".join(map(str, parts))


def _obligations(theirs: Assessment, ours: Parties) -> Iterator[str]:
    """The last day, how it stands and the day it was done. A request to all that passed is not
    overdue: who did not answer is not known."""
    engine = {
        o.instance: (o.due, o.status.value, o.done_on)
        for o in theirs.obligations
        if o.id in OBLIGATIONS and not _is_of_suspension(o.instance)
    }
    second = {}
    to_all = {f"questionnaire-deadline/{e.id}" for e in ours.known.story.events if not e.holder}
    for name, owed in ours.owed.items():
        status = owed.due.status(owed.done_on, theirs.as_of)
        closed = name in to_all and status == "missed"
        second[name] = (owed.due.on, "closed" if closed else status, owed.done_on)
    yield from _pairs("obligation", engine, second)


def _is_of_suspension(instance: str) -> bool:
    """Whether it is of a default of a suspension, which goes by other names there."""
    return "default-iv" in instance or instance.endswith("-excess")


def _windows(theirs: Assessment, ours: Parties) -> Iterator[str]:
    engine = {w.instance: (w.opens, w.closes) for w in theirs.windows if w.id == "sale-notice"}
    spans = {name: (s.opens, s.closes) for name, s in ours.sale_notices.items()}
    yield from _pairs("window", engine, spans)
    mailing = theirs.window("questionnaire-window")
    shown = mailing and (mailing.opens, mailing.closes, mailing.done_on)
    if shown != ours.mailing:
        yield f"questionnaire-window: engine {shown}, second {ours.mailing}"


def _holders(query: Look, ours: Parties) -> Iterator[str]:
    """Principal, entitlement, what accrued, the parts of payments that the engine shows or that
    have passed, and the forms."""
    context, findings = examine(query)
    engine = {h.holder: h for h in Holders(context, findings).views()}
    if engine.keys() != ours.holders.keys():
        yield f"holders: engine {sorted(engine)}, second {sorted(ours.holders)}"
        return
    for name, own in ours.holders.items():
        view = engine[name]
        right = view.entitlement
        their: dict[str, object] = {
            "principal": dict(view.principal),
            "entitled": (right.entitled, right.since),
            "accrued": (view.accrued, view.gross),
        }
        here: dict[str, object] = {
            "principal": own.principal,
            "entitled": (own.entitled, own.entitled_from),
            "accrued": (own.accrued.due, own.accrued.gross),
        }
        their |= {share.payment.instance: (share.amount, share.gross) for share in view.shares}
        for nominal, part in own.payments.items():
            instance = f"payment/{nominal}"
            if instance in their or (part.gross and nominal <= query.as_of):
                here[instance] = (part.due, part.gross)
        yield from _pairs(f"holder {name}", their, here)
    rule = entitling(context)
    names = recorded(context, rule) if rule else ()
    yield from _pairs("form", {name: _form(form_of(name, context)) for name in names}, ours.forms)


def _form(theirs: Questionnaire) -> Form:
    """The engine's view of a Questionnaire in the second engine's words."""
    return Form(
        request=theirs.request.id if theirs.request else None,
        deadline=theirs.deadline,
        entitled_by=theirs.entitled_by,
        delivered_on=theirs.delivered_on,
        waived=theirs.waived_by is not None,
        in_time_to_be_named=theirs.in_time_to_be_named,
        in_time_for_interest=theirs.in_time_for_interest,
    )
