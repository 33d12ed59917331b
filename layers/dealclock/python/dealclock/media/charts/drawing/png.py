"""A picture as PNG, for Slack, which shows no SVG: the only module that imports resvg."""

from resvg_py import svg_to_bytes

from dealclock.media.charts.drawing.letters import FAMILY, FONTS

PIXELS = 2  # to a point


def rasterized(svg: str) -> bytes:
    """The picture as PNG, two pixels a point, with the shipped fonts alone.

    The same picture always gives the same bytes, whatever fonts a machine has. Raises ValueError
    for what is no SVG.
    """
    return svg_to_bytes(
        svg_string=svg,
        zoom=PIXELS,
        skip_system_fonts=True,
        font_files=[str(FONTS / "regular.ttf"), str(FONTS / "bold.ttf")],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
