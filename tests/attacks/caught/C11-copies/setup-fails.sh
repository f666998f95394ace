# A set-up that failed, and a gate that would pass without it.
. "$ATTACKS/words-copies.sh"
project 'true' '  setup: echo no network; exit 3'
verify --commit HEAD
caught 'set-up of the copy failed \(exit 3\)'
