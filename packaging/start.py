"""What the frozen program begins with."""

import sys

from app.__main__ import main

sys.exit(main())
