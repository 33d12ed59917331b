"""Drawing pictures as PNG with matplotlib, which only this package imports.

Everything is placed by hand, in points, on a page as wide as a phone's: a plotting library's own
layout is made for paper. The same data gives the same bytes, whatever the day or the machine's
settings.
"""

from dealclock.render.charts.drawing.accrual import draw_accrual
from dealclock.render.charts.drawing.timeline import draw_timeline

__all__ = ["draw_accrual", "draw_timeline"]
