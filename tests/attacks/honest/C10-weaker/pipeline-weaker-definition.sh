# SPDX-License-Identifier: MIT
# A definition of a built-in name that asks less is named, and cannot reach High.
. "$ATTACKS/words-pipeline.sh"
shop
assay pipeline show quick | grep -v 'reviewer-correctness, focus' >mine.yaml; save
pipeline --definition mine.yaml
passes
says 'asks less than the built-in one: 1 of 2 reviewers'
says 'confidence Medium'
