# SPDX-License-Identifier: MIT
# A gate writes a report that git does not ignore.
. "$ATTACKS/words-pipeline.sh"
shop
gates 'unit: python3 -m unittest discover -s tests -t . -v 2>&1 | tee report.txt [test]'; save
pipeline
passes
left_out report.txt
