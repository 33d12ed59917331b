"""Recording and correcting facts by a form.

    deal --> kind --> details --> preview --> recorded
                         ^-----------'  changed since: looked at again

Who may record is asked in one place (`_reached`) when the form opens, at each step, when it is
handed in and when it is left: of the fact in the form and of the one it corrects. What is recorded
is what the fields hold when the preview that was shown is confirmed; where the deal or the fields
are others by then, a new preview is shown instead.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from dealclock.access.people import Action, Person, action_of
from dealclock.engine.assessment import Assessment
from dealclock.engine.contradictions import ContradictoryFactsError
from dealclock.facts.corrections import Family, retracts
from dealclock.facts.fact import Fact, fact_id_from
from dealclock.facts.kinds import KINDS, menu
from dealclock.files.source import InvalidFiles
from dealclock.media.slack_views import parts, record_form
from dealclock.media.slack_views.record_form import Choice, Details, Preview
from dealclock.messages import desk_replies, words
from dealclock.messages.changes import render_lines
from dealclock.messages.message import Message
from dealclock.messages.retraction import describe_effect
from dealclock.store import StoredDeal
from dealclock.store.closings import refuse_closed
from dealclock.store.errors import DealClosed, FactConflict, FactRefused
from dealclock.usecases.deal_day import deal_now
from dealclock.usecases.desk.interactions import fields, options
from dealclock.usecases.desk.interactions.fields import FormState, read_state
from dealclock.usecases.desk.interactions.payloads import Click, Shortcut, SubmittedForm
from dealclock.usecases.desk.interactions.services import (
    NOT_YOURS,
    DeskServices,
    Json,
    NotAuthorizedError,
    authorize,
    authorized_deals,
)
from dealclock.usecases.desk.interactions.services import archive_shown as keep
from dealclock.usecases.desk.load import CannotLoad
from dealclock.usecases.desk.record import preview, record_in
from dealclock.usecases.plan.assess_deal import assess_as_of

_NO_DEAL = "You may not record events on any deal. Ask a deal's lead."


def form_for(
    deal: StoredDeal, now: datetime, *, kind: str = "", on: date | None = None, link: str = ""
) -> Json:
    """The form of one deal: of a kind where that is known, else the choice of one."""
    carried = FormState(deal.meta.id, kind, link=link)
    if kind:
        first: dict[str, str | Sequence[str]] = {}
        if on is not None:
            first["on"] = on.isoformat()
        if link:
            first["evidence"] = link
        if to := options.addressees(deal, kind):
            first["given-to"] = to
        return record_form.details(_details(deal, carried, first, now))
    groups = list(menu(deal.terms))
    return record_form.which_kind(
        deal.meta.code_name, deal.meta.rehearsal, groups, carried.packed()
    )


def form_to_correct(deal: StoredDeal, fact: Fact, now: datetime) -> Json:
    """The form of a fact's own kind with what it says, to be corrected or taken back.

    Of a retraction it is that of the kind it took back, and takes the retraction back.
    """
    first = Family.of(fact.id, deal.log.facts).facts[0]
    carried = FormState(deal.meta.id, first.kind, corrects=fact.id)
    shown = {} if retracts(fact) else fields.shown(fact)
    return record_form.details(_details(deal, carried, shown, now))


def pulled(shortcut: Shortcut, hands: DeskServices, now: datetime) -> None:
    """Open the form for a shortcut: of the channel's own deal, else of one that is chosen."""
    mine = [d for d in authorized_deals(shortcut.user, Action.RECORD, hands, now) if not d.closed]
    here = hands.store.deals.of_channel(shortcut.channel) if shortcut.channel else None
    own = next((each.id for each in mine if each.id == here), None)
    only = mine[0].id if len(mine) == 1 else own
    if not mine:
        hands.store.archive.audit(None, "refused record", shortcut.user, now)
        view: Json = record_form.stopped(_NO_DEAL)
    elif only is None:
        hands.store.archive.audit(None, "asked record", shortcut.user, now)
        named = [Choice(d.id, d.code_name, "a rehearsal" if d.rehearsal else "") for d in mine]
        view = record_form.which_deal(named, FormState(link=shortcut.link).packed())
    else:
        hands.store.archive.audit(only, "asked record", shortcut.user, now)
        try:
            view = form_for(_deal(only, hands), now, link=shortcut.link)
        except NotAuthorizedError as refused:
            view = record_form.stopped(str(refused))
    hands.screen.open(shortcut.trigger, view)


def opened(deal: str, click: Click, hands: DeskServices, now: datetime) -> None:
    """Open the form of the deal that was clicked; raises NotAuthorizedError."""
    listed, _ = authorize(deal, click.user, Action.RECORD, "record", hands, now)
    hands.store.archive.audit(listed.id, "asked record", click.user, now)
    hands.screen.open(click.trigger, form_for(_deal(listed.id, hands), now))


def watched(click: Click, hands: DeskServices, now: datetime) -> None:
    """A day or a method was chosen: let the form say when the notice counts.

    What was previewed goes: it was of the day chosen before.
    """
    carried = replace(read_state(click.view.metadata), deal_at="", fields_at="")
    try:
        deal, _ = _reached(carried, click.view.user, hands, now)
        view = record_form.details(_details(deal, carried, click.view.values, now))
    except NotAuthorizedError as refused:
        view = record_form.stopped(str(refused))
    hands.screen.update(click.view.id, click.view.hash, view)


def submitted(form: SubmittedForm, hands: DeskServices, now: datetime) -> Json:
    """The next step of the form, or what is wrong with this one, at its field."""
    carried = read_state(form.metadata)
    try:
        if form.name == record_form.DEAL:
            carried = replace(carried, deal=form.text("deal"))
            deal, _ = _reached(carried, form.user, hands, now)
            return _show(form_for(deal, now, link=carried.link))
        if form.name == record_form.KIND:
            if form.text("kind") not in KINDS:
                _reached(carried, form.user, hands, now)
                return parts.errors(kind="Choose what happened.")
            carried = replace(carried, kind=form.text("kind"))
            deal, _ = _reached(carried, form.user, hands, now)
            return _show(form_for(deal, now, kind=carried.kind, link=carried.link))
        deal, person = _reached(carried, form.user, hands, now)
        return _details_submitted(form, carried, deal, person, hands, now)
    except NotAuthorizedError as refused:
        return _show(record_form.stopped(str(refused)))


def closed(form: SubmittedForm, hands: DeskServices, now: datetime) -> None:
    """The form was left: nothing was recorded, which the archive says.

    Of one that names no deal yet, that of no deal; of a deal the person may not record on, nothing.
    """
    carried = read_state(form.metadata)
    with suppress(NotAuthorizedError):
        deal = _reached(carried, form.user, hands, now)[0].meta.id if carried.deal else None
        hands.store.archive.audit(deal, "left record", form.user, now)


def _details_submitted(
    form: SubmittedForm,
    carried: FormState,
    deal: StoredDeal,
    person: Person,
    hands: DeskServices,
    now: datetime,
) -> Json:
    wanted = _told_on_its_own_day(_wanted(form, carried, deal, person.name), deal, now)
    if wrong := _wrong_day(wanted, deal, now):
        return parts.errors(on=wrong)
    missing = fields.unasked(form.values, KINDS[carried.kind])
    if missing and wanted["kind"] == carried.kind:
        return parts.errors(**missing)
    deal_at, fields_at = _deal_at(deal), _hash(wanted)
    confirmed = (carried.deal_at, carried.fields_at) == (deal_at, fields_at)
    source = fields.source(wanted)
    new_id = str(wanted["id"])
    if not confirmed and any(f.id == new_id for f in deal.log.facts):
        return _show(record_form.recorded(_told(deal, wanted, (), already=True)))
    try:
        previewed = preview(source, deal, hands.services(now))
    except InvalidFiles as invalid:
        found = {
            fields.field_of(p.where, form.values): words.sentence(p.allowed)
            for p in reversed(invalid.problems)
        }
        shown_now = record_form.details(_details(deal, carried, form.values, now))
        return parts.errors(**_at_fields(found, shown_now))
    except _REFUSED as refused:
        return parts.errors(on=words.sentence(str(refused)))
    changes = render_lines(previewed.changes)
    if confirmed:
        try:
            done = record_in(deal, previewed, hands.services(now), form.user)
        except _REFUSED as refused:
            return parts.errors(on=words.sentence(str(refused)))
        told = _told(deal, wanted, changes, already=not done.new)
        keep(told, deal.meta.id, form.user, hands, now)
        return _show(record_form.recorded(told))
    hands.store.archive.audit(
        deal.meta.id, "previewed record", form.user, now, {"kind": wanted["kind"]}
    )
    shown = replace(carried, deal_at=deal_at, fields_at=fields_at)
    cautions = list(_cautions(deal, carried, wanted, deal_at))
    would = Preview(_heading(wanted, deal), changes, cautions)
    view = _details(deal, shown, form.values, now, would, previewed.before)
    return _show(record_form.details(view))


_REFUSED = (ContradictoryFactsError, FactRefused, FactConflict, CannotLoad, DealClosed)


def _wanted(form: SubmittedForm, carried: FormState, deal: StoredDeal, by: str) -> dict[str, Any]:
    """The fact in the fields; of a correction, the one it corrects named.

    What never happened is taken back by the id first recorded, with its corrections.
    """
    new_id = fact_id_from(form.id)
    wrong = form.text("wrong") if carried.corrects else ""
    if wrong == record_form.NEVER:
        first = Family.of(carried.corrects, deal.log.facts).facts[0]
        return fields.taken_back(form.values, new_id, first.id, by)
    if wrong == record_form.TAKE_BACK:
        return fields.taken_back(form.values, new_id, carried.corrects, by)
    wanted = fields.given(form.values, KINDS[carried.kind], new_id, by)
    return {**wanted, "corrects": carried.corrects} if carried.corrects else wanted


def _told_on_its_own_day(wanted: dict[str, Any], deal: StoredDeal, now: datetime) -> dict[str, Any]:
    """A rehearsal's fact as told by the end of the day the rehearsal stands on.

    Left out, it would count as told on the day it happened, and a correction as known before what
    it corrects was found wrong. A live deal's is stamped when it is kept.
    """
    if not deal.meta.rehearsal:
        return wanted
    _, known_at = deal_now(deal, now)
    return {**wanted, "recorded_at": known_at}


def _wrong_day(wanted: Mapping[str, Any], deal: StoredDeal, now: datetime) -> str:
    """Why the day cannot be: a fact is what was seen, so none has a future date."""
    on, (today, _) = wanted["on"], deal_now(deal, now)
    if not isinstance(on, date):
        return "Give the date it happened."
    if on > today:
        return f"Enter a date up to {words.day(today)}; future events cannot be recorded."
    return ""


def _cautions(
    deal: StoredDeal, carried: FormState, wanted: Mapping[str, Any], deal_at: str
) -> Iterator[str]:
    if carried.deal_at and carried.deal_at != deal_at:
        yield (
            "The deal changed while this form was open. Nothing was recorded; check the "
            "preview again."
        )
    elif carried.fields_at:
        yield (
            "You changed the fields after the preview. Nothing was recorded; check the "
            "preview again."
        )
    for fact in deal.log.facts:
        same = (fact.kind, fact.on, fact.about) == (
            wanted["kind"],
            wanted["on"],
            wanted.get("about"),
        )
        if same and fact.id != wanted.get("corrects"):
            yield f"{fact.id} already records the same event on {words.day(fact.on)}."
            return


def _heading(wanted: Mapping[str, Any], deal: StoredDeal) -> str:
    if KINDS[wanted["kind"]].retracts:
        return f"{describe_effect(Fact.model_validate(dict(wanted)), deal.log.facts)}."
    says = KINDS[wanted["kind"]].says.rstrip(".")
    corrects = f", replacing {wanted['corrects']}" if wanted.get("corrects") else ""
    return f"{says}, {words.day(wanted['on'])}{corrects}:"


def _told(
    deal: StoredDeal, wanted: Mapping[str, Any], changes: Sequence[str], *, already: bool
) -> Message:
    return desk_replies.render_recorded_event(
        deal.meta.code_name,
        wanted["id"],
        _heading(wanted, deal),
        changes,
        already=already,
        rehearsal=deal.meta.rehearsal,
    )


def _details(
    deal: StoredDeal,
    carried: FormState,
    values: fields.Values,
    now: datetime,
    would: Preview | None = None,
    assessment: Assessment | None = None,
) -> Details:
    """What the form shows; `assessment` is the deal's own as of its day, made here where it is not
    given."""
    corrected, wrong = _wrong(carried, deal)
    kind = KINDS[corrected.kind if corrected and retracts(corrected) else carried.kind]
    today, known_at = deal_now(deal, now)
    takes = (*kind.needs, *kind.may)
    assessment = assessment or assess_as_of(deal, today, known_at, compare=False)
    notice = "given" in takes
    return Details(
        code_name=deal.meta.code_name,
        rehearsal=deal.meta.rehearsal,
        kind=kind,
        today=today,
        values=values,
        parties=options.parties(deal) if notice else (),
        methods=options.methods(deal, values, today) if notice else (),
        lots=options.lots(deal) if "lot" in takes else (),
        holders=options.holders(deal, assessment),
        abouts=options.abouts(deal, kind, assessment),
        deemed=options.deemed(deal, values, today) if notice else "",
        corrects=carried.corrects,
        wrong=wrong,
        preview=would,
        metadata=carried.packed(),
    )


def _wrong(carried: FormState, deal: StoredDeal) -> tuple[Fact | None, tuple[Choice, ...]]:
    """The fact to be corrected, and what can have been wrong with it."""
    corrected = next((f for f in deal.log.facts if f.id == carried.corrects), None)
    if corrected is None:
        return None, ()
    family = Family.of(corrected.id, deal.log.facts)
    first = family.facts[0]
    back = {"id": "ASKED", "kind": "retraction", "on": corrected.on, "corrects": corrected.id}
    alone = describe_effect(Fact.model_validate(back), deal.log.facts)
    if retracts(corrected):
        return corrected, (Choice(record_form.TAKE_BACK, "The retraction", alone),)
    choices = [Choice(record_form.DETAILS_WRONG, "Its details: corrected below")]
    if corrected.id != first.id:
        choices.append(Choice(record_form.TAKE_BACK, f"The correction {corrected.id}", alone))
    event = {**back, "corrects": first.id}
    never = describe_effect(Fact.model_validate(event), deal.log.facts)
    choices.append(Choice(record_form.NEVER, "It did not happen: retract it", never))
    return corrected, tuple(choices)


def _at_fields(wrong: Mapping[str, str], form: Json) -> dict[str, str]:
    """Each problem at a field the form has: Slack shows none that is elsewhere."""
    there = {block.get("block_id") for block in form["blocks"] if block["type"] == "input"}
    found: dict[str, str] = {}
    for name, says in wrong.items():
        others = ["about-named"] if name == "about" else []
        place = next((each for each in (name, *others) if each in there), "on")
        found[place] = f"{found[place]} {says}" if place in found else says
    return found


def _reached(
    carried: FormState, user: str, hands: DeskServices, now: datetime
) -> tuple[StoredDeal, Person]:
    """The deal of a form and who the user is on it, if they may record what the form is about."""
    listed, person = authorize(carried.deal, user, Action.RECORD, "record", hands, now)
    if carried.kind and carried.kind not in KINDS:
        raise NotAuthorizedError(NOT_YOURS)
    deal = _deal(listed.id, hands)
    action = action_of(carried.kind, carried.corrects, deal.log.facts)
    if action is not Action.RECORD:
        _, person = authorize(listed.id, user, action, "record", hands, now)
    return deal, person


def _deal(deal_id: str, hands: DeskServices) -> StoredDeal:
    deal = hands.store.deals.get(deal_id)
    if deal is None:
        raise NotAuthorizedError(NOT_YOURS)
    try:
        refuse_closed(deal.meta)
    except DealClosed as refused:
        raise NotAuthorizedError(str(refused)) from None
    return deal


def _deal_at(deal: StoredDeal) -> str:
    """What the deal is now, in so far as what would move depends on it."""
    m = deal.meta
    return _hash([m.terms_version, m.team_version, m.fact_sequence, str(m.day)])


def _hash(what: object) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _show(view: Json) -> Json:
    return {"response_action": "update", "view": view}
