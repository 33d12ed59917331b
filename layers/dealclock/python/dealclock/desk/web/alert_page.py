"""The page of one alert, by the personal link of its email: all that Slack's buttons do.

Opened it shows how the matter stands and changes nothing, however often scanners and previews open
it. What its forms post is checked again from the beginning: the link, the person, the deal, whether
the alert can still be answered. Whatever link does not work is answered the same, and every request
is in the archive before it is answered: under its deal, by ids, or under none.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import get_args

from dealclock import __version__
from dealclock.alerts.response_options import CONCLUDES, is_possible_default, list_actions_on
from dealclock.desk.act import ActVerb
from dealclock.desk.act_form import fill_in, form_of
from dealclock.desk.actor import PAGES, Actor
from dealclock.desk.approve import approve
from dealclock.desk.close import close
from dealclock.desk.respond import (
    BLANK,
    ResponseAct,
    ResponseRequest,
    follows_from,
    given_in,
    respond_to_post,
    response_form,
)
from dealclock.desk.verb import view_now
from dealclock.desk.web import record_done
from dealclock.desk.web.record_done import FormResult
from dealclock.desk.web.response import WebResponse, link_not_found
from dealclock.errors import RefusedError
from dealclock.jobs.deal_day import approvals_of, deal_now
from dealclock.jobs.deliver.personal import read_button_ref
from dealclock.jobs.services import Services
from dealclock.messages import pages, plain, why, words
from dealclock.messages.form import NOTE_MOST, ActForm
from dealclock.messages.pages import AlertPage, PageAct
from dealclock.messages.view import View, matter
from dealclock.people.links import fingerprint
from dealclock.people.people import Action, may, who_may
from dealclock.records import record
from dealclock.store import ArchiveEntry, PersonalLink, Rendition, StoredDeal, StoredDelivery
from dealclock.store.links import Purpose

PURPOSE: Purpose = "acknowledge"
ACTS: tuple[PageAct, ...] = get_args(PageAct)
_RECORDS: tuple[PageAct, ...] = ("done", "confirm", "dispute")
_SECOND: Mapping[str, ActVerb] = {"approve": approve, "close": close}
"""The acts of a second person, offered while one is awaited."""


@record
class _LinkTarget:
    """A link that works, with the deal and the person it is for, as they now are."""

    link: PersonalLink
    at: Actor
    stored: StoredDelivery | None

    @property
    def deal(self) -> StoredDeal:
        """The deal."""
        return self.at.deal


def show(secret: str, services: Services, *, head: bool = False) -> WebResponse:
    """The page of the alert; to HEAD it shows nothing, so nothing is kept."""
    target = _link_target(secret, services)
    if target is None:
        return link_not_found(PURPOSE)
    link = target.link
    services.store.archive.audit(link.deal, "opened link", PAGES, services.now(), _ids(link))
    page = _page(target, FormResult(), services)
    if not head:
        _keep(page, target, services)
    return WebResponse(200, page.html(), PURPOSE)


def submit(secret: str, act: PageAct, form: Mapping[str, str], services: Services) -> WebResponse:
    """Do what a form of the page asks as the person of the link, and show the page as it then is.

    Done twice, the second time changes nothing.
    """
    target = _link_target(secret, services)
    if target is None:
        return link_not_found(PURPOSE)
    try:
        result = _acted(target, act, form, services)
    except RefusedError as refused:  # it is in the archive
        result = FormResult(wrong=str(refused), typed=form)
    # The deal as it is now; a preview is of the deal as it was read.
    after = target if result.view else _link_target(secret, services)
    if after is None:
        return link_not_found(PURPOSE)
    page = _page(after, result, services)
    _keep(page, after, services)
    return WebResponse(409 if result.wrong else 200, page.html(), PURPOSE)


def _acted(
    target: _LinkTarget, act: PageAct, form: Mapping[str, str], services: Services
) -> FormResult:
    if len(form.get("note", "").strip()) > NOTE_MOST:
        raise RefusedError(f"A note has at most {NOTE_MOST} characters.")
    if act in _SECOND:
        return _second(target, act, form)
    if act in _RECORDS and (result := _recorded(target, act, form, services)):
        return result
    link, given = target.link, given_in(BLANK[act], form)
    what: ResponseAct = "seen" if act == "note" else act  # type: ignore[assignment]  # no conclusion
    request = ResponseRequest(
        link.deal, link.instance, what, link.person, revision=link.revision, **given
    )
    return FormResult(follows_from(respond_to_post(target.stored, request, services, PAGES)))


def _second(target: _LinkTarget, act: PageAct, form: Mapping[str, str]) -> FormResult:
    """What a second person does by a form of the page, or what that comes to."""
    done = fill_in(_SECOND[act], target.at, {}, form, form.get("seen", ""))
    if isinstance(done, ActForm):
        return FormResult(preview=done.preview, typed=form)
    return FormResult(tuple(line for line in plain.as_text(done).splitlines() if line))


def _recorded(
    target: _LinkTarget, act: PageAct, form: Mapping[str, str], services: Services
) -> FormResult | None:
    """The event the form records, or what that would change; None where the page asks for none.

    A conclusion that the person may not record, or on a default that no longer arises, is refused.
    """
    deal, link, at = target.deal, target.link, target.at
    view = view_now(deal, services, approvals_of(deal, services.store))
    event = record_done.event_of(act, link, target.stored, deal, view.assessment)
    allowed = event is not None and event.may_record(at.person, at.people)
    if event is None or not allowed or deal.meta.closed:
        if act == "done":
            return None
        detail = {"act": act, "person": at.named}
        services.store.archive.audit(deal.meta.id, f"refused {act}", PAGES, services.now(), detail)
        closed = event is None or deal.meta.closed
        raise RefusedError(pages.SETTLED if closed else _leads_can(target))
    outcome = record_done.record_event(at, link, event, view.assessment, form)
    return replace(outcome, typed=form, view=None if outcome.lines else view)


def _page(target: _LinkTarget, result: FormResult, services: Services) -> AlertPage:
    link, deal = target.link, target.deal
    view = result.view or view_now(deal, services, approvals_of(deal, services.store))
    m = matter(view, link.instance)
    message = (
        why.render_explanation(view, m)
        if m
        else why.render_retired(view, link.instance, link.clause)
    )
    open_acts = _open_acts(target, view) if m else ()
    offered = tuple(act for act in open_acts if _may_do(act, target))
    concludes = "confirm" in open_acts and "confirm" not in offered
    forms = _forms(target, offered, view, result)
    return AlertPage(
        message,
        offered,
        result.lines,
        result.wrong,
        settled="" if {*offered} - {*CONCLUDES} else _settled(target, view),
        forms=forms,
        leads=_leads_can(target) if concludes else "",
        typed=result.typed,
        covers=_covers(target),
    )


def _forms(
    target: _LinkTarget, offered: Sequence[PageAct], view: View, result: FormResult
) -> Mapping[str, ActForm]:
    """The forms of the page, by their acts, with what was typed in the last one."""
    link, at, assessment = target.link, target.at, view.assessment
    forms: dict[str, ActForm] = {}
    for act in offered:
        event = None
        if act in _RECORDS:
            event = record_done.event_of(act, link, target.stored, at.deal, assessment)
        if event and event.may_record(at.person, at.people):
            forms[act] = record_done.form_for(at, act, event, assessment, result.typed)
        elif act in BLANK and BLANK[act].fields:
            with suppress(RefusedError):  # it is not the person's
                forms[act] = response_form(act, link.instance, link.due, at, assessment)
    for name, of in _SECOND.items():
        if offered and may(at.person, of.action, at.people) and _is_awaited(name, at):
            with suppress(RefusedError):  # nothing is
                forms[name] = form_of(of, at, {}, {})
    last = result.typed.get("act")
    return {
        act: replace(form, values=result.typed, preview=result.preview) if act == last else form
        for act, form in forms.items()
    }


def _is_awaited(act: str, at: Actor) -> bool:
    """Whether the deal is open, and, to close it, a person other than who asked is awaited."""
    closing = at.deal.meta.closing
    return not at.deal.meta.closed and (
        act != "close" or (closing is not None and closing.by != at.named)
    )


def _covers(target: _LinkTarget) -> tuple[str, ...]:
    """What acknowledging covers besides the matter of the link: what its email said, by title."""
    alerts = target.stored.alerts if target.stored else ()
    others = {a.instance: a.title for a in alerts if a.instance != target.link.instance}
    return tuple(others.values())


def _open_acts(target: _LinkTarget, view: View) -> tuple[PageAct, ...]:
    """The acts of Slack's buttons, and a note; none on a closed deal."""
    link = target.link
    if target.deal.meta.closed:
        return ()
    given = (link.instance, link.due, link.revision)
    own = list_actions_on(*given, view.assessment, view.handled, view.terms)
    alerts = target.stored.alerts if target.stored else ()
    possible = any(is_possible_default(alert.instance, view.assessment) for alert in alerts)
    there = {*own, *(["note"] if own else []), *(CONCLUDES if possible else [])}
    return tuple(each for each in ACTS if each in there)


def _may_do(act: PageAct, target: _LinkTarget) -> bool:
    needs = Action.CONCLUDE if act in CONCLUDES else Action.HANDLE
    return may(target.at.person, needs, target.at.people)


def _leads_can(target: _LinkTarget) -> str:
    names = words.either(p.name for p in who_may(Action.CONCLUDE, target.at.people))
    return f"A lead must confirm or dispute: {names or 'none at present'}."


def _settled(target: _LinkTarget, view: View) -> str:
    link, a = target.link, view.assessment
    if not may(target.at.person, Action.HANDLE, target.at.people):
        return pages.READ_ONLY
    if target.deal.meta.closed:
        return pages.DEAL_CLOSED
    owed = a.obligation(link.instance)
    moved = owed is not None and owed.is_open and link.due not in (None, owed.due)
    return pages.MOVED if moved else pages.SETTLED


def _keep(page: AlertPage, target: _LinkTarget, services: Services) -> None:
    """The page in the archive before it is shown. One that cannot be kept is not shown."""
    now, deal = services.now(), target.deal
    rendition = Rendition(
        text=page.words,
        terms_version=deal.meta.terms_version,
        team_version=deal.meta.team_version,
        engine=__version__,
        as_of=deal_now(deal, now)[0],
        known_at=now,
    )
    user, about = target.at.person.slack, target.link.instance
    services.store.archive.add_message(
        ArchiveEntry("answer", user, (target.link.deal,), rendition, about), now
    )


def _link_target(secret: str, services: Services) -> _LinkTarget | None:
    """What the link leads to while it works; if it does not, that is audited."""
    now = services.now()
    found = fingerprint(secret)
    link = services.store.links.get(found)
    if link is None or link.purpose != PURPOSE:
        services.store.archive.audit_daily(None, "refused link", PAGES, now, {"cause": "unknown"})
        return None
    deal = services.store.deals.get(link.deal)
    people = deal.at(now).team.access if deal else None
    person = people.person(link.person) if people else None
    ref = read_button_ref(link.ref)
    stored = services.store.outbox.get(ref.key) if ref else None
    cause = _ended(link, now) or _misdirected(link, stored)
    if not cause and deal and people and person and may(person, Action.READ, people):
        return _LinkTarget(link, Actor(deal, person.id, services, person.id), stored)
    detail = {**_ids(link), "cause": cause or "revoked"}
    services.store.archive.audit_daily(link.deal, "refused link", PAGES, now, detail)
    return None


def _ended(link: PersonalLink, now: datetime) -> str:
    if link.used:
        return "used"
    return "expired" if now >= link.valid_until else ""


def _misdirected(link: PersonalLink, stored: StoredDelivery | None) -> str:
    """Why the delivery the link came with is not the person's email of that matter; "" if it is."""
    if not link.ref:  # of an earlier release
        return ""
    if stored is None:
        return "no delivery"
    route = stored.delivery.route
    own = (route.kind, route.to, stored.key.deal) == ("email", link.person, link.deal)
    about = any(alert.instance == link.instance for alert in stored.delivery.alerts)
    return "" if own and about else "another delivery"


def _ids(link: PersonalLink) -> dict[str, str | int]:
    return {
        "link": link.fingerprint[:16],
        "person": link.person,
        "instance": link.instance,
        "revision": link.revision,
    }
