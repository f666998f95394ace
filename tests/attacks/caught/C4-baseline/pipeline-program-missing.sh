# SPDX-License-Identifier: MIT
# The program of a gate is not there.
. "$ATTACKS/words-pipeline.sh"
shop
gates 'unit: no-such-runner tests [test]'; save
pipeline
caught 'the baseline: .*(proves nothing|not there|program)'
no_agent
