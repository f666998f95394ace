# SPDX-License-Identifier: MIT
# A key of which only some characters are escaped, as JSON and as an address, in two writes: it would stay in the log.
cat >leak.py <<'P'
import os, sys, time
key = os.environ['SERVICE_TOKEN']
odd = ''.join(c if i % 3 else '\\u%04x' % ord(c) for i, c in enumerate(key))
web = ''.join(c if i % 2 else '%%%02X' % ord(c) for i, c in enumerate(key))
for text in (odd, web, key):
    sys.stdout.write(text[:len(text) // 2]); sys.stdout.flush(); time.sleep(0.05)
    sys.stdout.write(text[len(text) // 2:] + '\n')
sys.exit(1)
P
repo
export SERVICE_TOKEN=Zx7-q9LmN4/vB2+kT8wYc5RdEa1oPs3u
printf 'version: 1\nverify:\n  pass_env: [SERVICE_TOKEN]\n  commands:\n    - {id: leak, command: "python3 leak.py"}\n' >assay.yaml
verify
caught 'masked'
! grep -rqE 'kT8wYc5R|cT8wYc5RdEa|LmN4|u0071|%5A' "$ASSAY_STATE_DIR/runs" "$BOX/out" "$BOX/err" || fail "a piece of the key is left"
