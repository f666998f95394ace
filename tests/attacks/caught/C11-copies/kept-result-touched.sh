# The kept result is exchanged, with its old time.
. "$ATTACKS/words-copies.sh"
project 'grep -q evil modules/lib' '  setup: mkdir modules && echo good > modules/lib
  setup_inputs: [lock]'
verify --commit HEAD
for file in "$BOX"/state/setups/*/files/modules/lib; do touch -r "$file" "$BOX/time"; echo evil >"$file"; touch -r "$BOX/time" "$file"; done
verify --commit HEAD
caught '"unit"'
