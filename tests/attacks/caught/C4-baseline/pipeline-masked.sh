# SPDX-License-Identifier: MIT
# A gate whose failure is masked proves nothing on the baseline.
. "$ATTACKS/words-pipeline.sh"
shop
gates 'unit: python3 -m unittest discover -s tests -t . -v || true [test]'; save
pipeline
caught 'the baseline: .*proves nothing'
no_agent
