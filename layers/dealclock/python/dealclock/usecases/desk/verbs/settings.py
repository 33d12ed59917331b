"""`/deal settings`: what is set for a deal, and the changes that may be made from the desk."""

from collections.abc import Sequence

from dealclock.access.people import Action, Person, may
from dealclock.answers.settings import message as render
from dealclock.team.settings_changes import Change, PreferenceOf, ReadAs
from dealclock.usecases.desk.change_settings import change_settings
from dealclock.usecases.desk.typed_settings import OF_LEADS, OWN, At, TypedChange, read
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb


def _answer(ask: DeskRequest) -> Reply:
    wanted: TypedChange | None = ask.given
    person = ask.deal.team.access.of_slack(ask.user)
    if wanted is None:
        return Reply(render.settings(ask.view(compare=False), ask.today, _yours(ask, person)))
    if person is None:
        raise UnreadableCommandError("Settings cannot be changed here.")
    days = tuple(ask.read(each) for each in wanted.days)
    change, says = wanted.make(At([each.day for each in days], person, ask.deal.team))
    done = change_settings(ask.deal, change, ask.services, ask.user)
    name, rehearsal = ask.deal.meta.code_name, ask.deal.meta.rehearsal
    then = list(_then(change, already=done.already, rehearsal=rehearsal))
    before = "nothing new: " if done.already else ""
    told = render.changed(name, f"{before}{says}", done.moved, then, rehearsal=rehearsal)
    return Reply(told, read=days)


def _then(change: Change, *, already: bool, rehearsal: bool) -> Sequence[str]:
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
        gone = "In effect now. Future dates already sent are canceled by email. Alerts still come."
        return (gone,)
    return ("In effect now.",)


def _yours(ask: DeskRequest, person: Person | None) -> Sequence[str]:
    people = ask.deal.at(ask.now).team.access
    if person is None:
        return ()
    lead = may(people.of_slack(ask.user), Action.SETTLE, people)
    return [f"/deal {each}" for each in (*OWN, *(OF_LEADS if lead else ()))]


VERB = Verb(
    "settings",
    "settings [DEAL] [away | back | digest | invitations | reading | owner | backup | remind ...]",
    "owners, who is away, readings and alert schedules; and how to change them",
    Of.DEAL,
    read,
    _answer,
    examples=("settings away tomorrow to +5bd delegate ruth", "settings"),
)
