# SPDX-License-Identifier: MIT
# A runner that names no test: counts are compared.
. "$ATTACKS/words-pipeline.sh"
shop
gates 'unit: python3 -m unittest discover -s tests -t . [test]'; save
pipeline
passes
