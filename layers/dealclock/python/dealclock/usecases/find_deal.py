"""The deal that a person names, by its id, its code name or an alias; and deals named to people."""

from dealclock.files.source import nearest
from dealclock.store import Store, StoredDeal
from dealclock.store.errors import NoSuchDeal


def find_deal(named: str, store: Store) -> StoredDeal:
    """The deal with that id, code name or alias; raises NoSuchDeal with the nearest."""
    listed = store.deals.directory()
    known = ((d.id, {d.id, *(name.lower() for name in d.names)}) for d in listed)
    ids = (deal for deal, names in known if named.lower() in names)
    deal = store.deals.get(next(ids, named))
    if deal is None:
        hint = nearest(named.title(), (d.code_name for d in listed))
        raise NoSuchDeal(
            f"there is no deal {named!r}; give the id or code name of a loaded deal.{hint}"
        )
    return deal


def code_names(store: Store) -> dict[str, str]:
    """What each deal is called before people, by its id: an id may say who the issuer is."""
    return {deal.id: deal.code_name for deal in store.deals.directory()}
