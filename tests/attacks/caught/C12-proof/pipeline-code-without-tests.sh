# The feature pipeline asks that tests notice the change.
. "$ATTACKS/words-pipeline.sh"
shop
strict
plan 'task-01 shipping.py'
pipeline --definition strict.yaml
not_committed
caught 'do not prove the change: no_tests'
