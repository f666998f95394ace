# SPDX-License-Identifier: MIT
# A reviewer in its copy edits the workspace after the checks.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'echo "# backdoor" >>"$main/shipping.py"'
pipeline
caught 'changed after it was verified|not the one that was verified'
not_committed
