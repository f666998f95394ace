# SPDX-License-Identifier: MIT
# The words in the name of a test, or in a comment, end nothing.
printf '#!/bin/sh\nprintf "1..2\\nok 1 - Bail out! is understood\\n# Bail out! was sent\\nok 2 - b\\n"\n' >run; chmod +x run
repo
test_gate unit './run'
verify
passes 2
