"""`dealclock cases`: how many passed and failed, and of each that failed why."""

from pathlib import Path

from tests.unit.cli.running import Dealclock

CASE = """\
cases:
  - id: {id}
    clause: 2(a)(ii)
    says: The Effectiveness Target Date.
    agreement: infocrossing-2004
    as_of: 2004-07-01
    expected: {{obligations: {{effectiveness: {{due: {due}}}}}}}
"""


def test_an_agreement_may_be_next_to_its_cases(
    dealclock: Dealclock, tmp_path: Path, deal: Path
) -> None:
    text = CASE.format(id="OWN", due="2004-10-28").replace("infocrossing-2004", deal.name)
    (tmp_path / "a.yaml").write_text(text)
    assert deal.parent == tmp_path
    assert dealclock("cases", tmp_path).code == 0
