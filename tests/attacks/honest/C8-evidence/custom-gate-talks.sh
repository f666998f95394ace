# SPDX-License-Identifier: MIT
# A gate that is no test gate may talk of passed and failed things.
printf '#!/usr/bin/env python3\nprint("3 checks, 0 failed")\nprint("links: 4 ok, 0 broken")\n' >check; chmod +x check
repo
gate links ./check
verify
passes
