# Code and tests that notice it, with the gate of the feature pipeline; then a refactoring that says so.
. "$ATTACKS/words-pipeline.sh"
shop
strict
pipeline --definition strict.yaml
passes
assay ledger sql "SELECT output_snippet FROM anvil_checks WHERE phase = 'after'" | grep -q 'tree [0-9a-f]\{12\}: ' || fail 'a row names no tree'
printf 'Write it shorter.\nproof: unchanged\n' >request.md
save
plan 'task-01 cart.py'
works task-01 <<'W'
printf 'def total(prices, discount=0):\n    all_of_it = sum(prices)\n    return all_of_it * (100 - discount) // 100\n' >cart.py
W
reports task-01 'cart.py modified'
assay pipeline start --request request.md --slug shorter --format json --definition strict.yaml >"$BOX/out" 2>"$BOX/err"
status=$?
passes
