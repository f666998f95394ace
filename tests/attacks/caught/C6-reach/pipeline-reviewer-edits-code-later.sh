# A reviewer edits verified code in the workspace.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'echo "# evil" >>"$main/shipping.py"'
pipeline
asked=yes
[ "$status" -ne 0 ] || fail "got a PASS"
not_committed
