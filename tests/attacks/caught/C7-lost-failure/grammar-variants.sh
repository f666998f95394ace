# Commands made by a grammar (tests/attacks/masked-variants.py): each loses a failure that happens; none may be effective.
python3 "$ATTACKS/masked-variants.py" "$BOX/manifest.json" 12 320 || fail "no variants"
# A stand-in for tox, which is not everywhere: what it would do is read.
mkdir -p "$BOX/bin" && printf '#!/bin/sh\nexit 0\n' >"$BOX/bin/tox" && chmod +x "$BOX/bin/tox"
export PATH="$BOX/bin:$PATH"
repo
verify
python3 - "$BOX/manifest.json" "$BOX/out" <<'P' || fail "variants that passed"
import json, sys
commands, results = json.load(open(sys.argv[1]))["commands"], json.load(open(sys.argv[2]))["results"]
assert len(commands) == len(results) == 320
passed = [c["command"] for c, r in zip(commands, results) if r["status"] == "PASS" and r["gate_effective"]]
for command in passed:
    print("---", command)
sys.exit(1 if passed else 0)
P
caught 'masked|lost|exit status'
