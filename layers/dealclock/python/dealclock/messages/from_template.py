"""HTML from the templates next to this module; every value is escaped."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from dealclock.messages.message import flat

_TEMPLATES = Environment(
    loader=PackageLoader("dealclock.messages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters["flat"] = flat


def render_template(name: str, **given: object) -> str:
    """The template of that name, filled in; a missing value is an error."""
    return _TEMPLATES.get_template(name).render(**given)
