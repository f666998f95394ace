# SPDX-License-Identifier: MIT
# A gate of another kind fails before anything was done.
. "$ATTACKS/words-pipeline.sh"
shop
gates 'lint: test -f LICENSE [lint]' 'unit: python3 -m unittest discover -s tests -t . -v [test]'; save
pipeline
caught 'fails before anything was done'
no_agent
