"""The counting behind `tests/test_house.py`: `python -m tests.house` prints every measure."""
