# SPDX-License-Identifier: MIT
# A task that deletes a file.
. "$ATTACKS/words-pipeline.sh"
shop
echo "old = 1" >legacy.py; save
plan 'task-01 legacy.py'
works task-01 <<<'rm legacy.py'
reports task-01 'legacy.py deleted'
pipeline
passes
left_out legacy.py
