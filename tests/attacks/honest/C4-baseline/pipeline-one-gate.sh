# SPDX-License-Identifier: MIT
# A project with one gate.
. "$ATTACKS/words-pipeline.sh"
shop
gates 'unit: python3 -m unittest discover -s tests -t . -v [test]'; save
pipeline
passes
