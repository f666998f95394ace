# SPDX-License-Identifier: MIT
# A status is looked at and 1 is taken for a success.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; [ $? -lt 2 ]'
verify
caught './check|\$\?'
