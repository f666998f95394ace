# SPDX-License-Identifier: MIT
# The work is in a file that git ignores.
. "$ATTACKS/words-pipeline.sh"
shop
echo 'shipping.py' >>.gitignore; save
plan 'task-01 shipping.py'
works task-01 <<<'echo "def shipping(t): return 0" >shipping.py'
pipeline
caught 'nothing has changed'
not_committed
