# The definition of the workspace is edited while it runs, and the run is resumed.
. "$ATTACKS/words-pipeline.sh"
shop
assay pipeline show quick >own.yaml; sed -i 's/definition: quick/definition: own.yaml/' assay.yaml; save
also implementer <<<'sed -i "/id: verify/,/^  - id/d" "$main/own.yaml"'
pipeline
asked=yes
[ "$status" -ne 0 ] || fail "got a PASS"
