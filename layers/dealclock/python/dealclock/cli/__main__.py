"""`python -m dealclock.cli`, where the `dealclock` script is not on the path."""

import sys

from dealclock.cli.main import main

sys.exit(main())
