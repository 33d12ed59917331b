"""`/deal settings`: what is set for a deal, and the changes that may be made from the desk."""

from collections.abc import Sequence

from dealclock.answers.settings import settings
from dealclock.answers.typed_words import UnreadableCommandError
from dealclock.desk.change_settings import change_settings
from dealclock.desk.typed_settings import OF_LEADS, OWN, SettingsContext, TypedChange, read
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.messages import desk_replies
from dealclock.people.people import Action, Person, may
from dealclock.people.settings_changes import Change, PreferenceOf, ReadAs


def _answer(request: DeskRequest) -> Reply:
    wanted: TypedChange | None = request.given
    person = request.deal.team.access.of_slack(request.user)
    if wanted is None:
        look = request.look()
        return Reply(settings(look, _commands_for(request, person)).say(look))
    if person is None:
        raise UnreadableCommandError("Settings cannot be changed here.")
    days = tuple(request.read(parsed) for parsed in wanted.days)
    change, description = wanted.make(
        SettingsContext(
            [parsed.day for parsed in days],
            person,
            request.deal.team,
            request.deal.terms.all_readings,
        )
    )
    result = change_settings(request.deal, change, request.services, request.user)
    name, rehearsal = request.deal.meta.code_name, request.deal.meta.rehearsal
    next_steps = list(_next_steps(change, already=result.already, rehearsal=rehearsal))
    before = "nothing new: " if result.already else ""
    message = desk_replies.render_outcome(
        name,
        f"{before}{description}",
        next_steps,
        more="/deal settings",
        rehearsal=rehearsal,
        moved=result.moved,
    )
    return Reply(message, read=days)


def _next_steps(change: Change, *, already: bool, rehearsal: bool) -> Sequence[str]:
    if already:
        return ("No change: it was already set so.",)
    if isinstance(change, ReadAs):
        approve = f"/deal approve reading:{change.question}"
        return (f"In effect, unverified until a second person approves: {approve}",)
    if isinstance(change, PreferenceOf) and change.key == "invitations":
        if rehearsal:
            return ("In effect now. A rehearsal sends no invitations.",)
        if change.value:
            return ("In effect now. Open dates they own or back up are sent by email.",)
        canceled = (
            "In effect now. Future dates already sent are canceled by email. Alerts still come."
        )
        return (canceled,)
    return ("In effect now.",)


def _commands_for(request: DeskRequest, person: Person | None) -> Sequence[str]:
    people = request.deal.at(request.now).team.access
    if person is None:
        return ()
    lead = may(people.of_slack(request.user), Action.SETTLE, people)
    return [f"/deal {each}" for each in (*OWN, *(OF_LEADS if lead else ()))]


VERB = Verb(
    "settings",
    "settings [DEAL] [away | back | digest | invitations | reading | owner | backup | remind ...]",
    "owners, who is away, readings and alert schedules; and how to change them",
    Scope.DEAL,
    read,
    _answer,
    examples=("settings away tomorrow to +5bd delegate ruth", "settings"),
)
