# SPDX-License-Identifier: MIT
# A test failed before, and the work mends it.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/discount) \/\/ 100/discount) \/\/ 101/' cart.py; save
plan 'task-01 cart.py'
works task-01 <<<"sed -i 's/101/100/' cart.py"
reports task-01 'cart.py modified'
pipeline
passes
committed cart.py
