# Whoever ran in the set-up keeps a second name of what was installed, and writes through it later.
. "$ATTACKS/words-copies.sh"
project 'grep -q evil modules/lib' "  setup: mkdir modules && echo good > modules/lib && ln modules/lib $BOX/aside
  setup_inputs: [lock]"
# In a room of its own no such name can be made: this is about machines without.
printf 'isolation: {agents: none}\n' >>assay.yaml; git commit -qam open
verify --commit HEAD
printf evil >"$BOX/aside"
verify --commit HEAD
caught '"unit"'
