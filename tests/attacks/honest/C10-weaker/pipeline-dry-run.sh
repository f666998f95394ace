# SPDX-License-Identifier: MIT
# --dry-run shows what would be done and does nothing.
. "$ATTACKS/words-pipeline.sh"
shop
assay pipeline start --request request.md --slug shipping --dry-run >"$BOX/out" 2>"$BOX/err"; status=$?
passes
says 'implementer x1'
says 'unittest discover'
no_agent
[ ! -e docs ] || fail "something was written"
