# SPDX-License-Identifier: MIT
# A definition that commits without any verification.
. "$ATTACKS/words-pipeline.sh"
shop
assay pipeline show quick | sed '/# Without a gate of its own: baseline/,/tasks: failed}/d; s/repair: 2 .*/repair: 2/; /revise: {to: implement, loop: repair/d' >mine.yaml
python3 - <<'P'
text = open("mine.yaml").read().replace("  repair: 2\n", "")
open("mine.yaml", "w").write(text)
P
save
pipeline --definition mine.yaml
refused 'without a verify or goals step'
no_agent
