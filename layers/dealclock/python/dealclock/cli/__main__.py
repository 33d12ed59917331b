"""`python -m dealclock.cli`, for when the `dealclock` script is not on the path."""

import sys

from dealclock.cli.main import main

sys.exit(main())
