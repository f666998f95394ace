# SPDX-License-Identifier: MIT
# A task that declares a folder.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01 shipping.py fees/'
works task-01 <<<'mkdir -p fees; echo "fee = 5" >fees/a.py; echo "from fees.a import fee" >shipping.py'
reports task-01 'shipping.py created' 'fees/a.py created'
pipeline
passes
committed fees/a.py
