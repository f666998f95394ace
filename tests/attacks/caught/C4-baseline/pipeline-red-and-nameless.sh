# SPDX-License-Identifier: MIT
# A gate fails before anything was done and names no test.
. "$ATTACKS/words-pipeline.sh"
shop
gates 'unit: python3 -m unittest discover -s tests -t . [test]'
echo 'raise SystemExit(1)' >cart.py; save
pipeline
caught 'fails before anything was done'
no_agent
