# SPDX-License-Identifier: MIT
# The planner writes code into the workspace from its copy: nobody knows whose it is.
. "$ATTACKS/words-pipeline.sh"
shop
also planner <<<'echo "import os" >"$main/helper.py"'
pipeline
waits 'helper.py: changed in the workspace by nobody this run knows'
[ -f helper.py ] || fail "it was taken away"
