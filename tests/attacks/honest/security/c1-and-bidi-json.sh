# SPDX-License-Identifier: MIT
# C1 controls and marks of direction are not shown raw.
cat >run <<'R'
#!/usr/bin/env python3
import sys
sys.stdout.buffer.write("error: harmless \u009b31m \u202e evil \u2066 \u200f \u061c\n".encode())
sys.exit(1)
R
chmod +x run
repo
gate unit ./run
asked=yes
GITHUB_ACTIONS=true assay verify --manifest "$BOX/manifest.json" --format json >"$BOX/out" 2>"$BOX/err"
[ $? -eq 1 ] || fail "wanted 1"
grep -q 'harmless' "$BOX/out" || fail "the excerpt is not shown"
! LC_ALL=C grep -P '\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c' "$BOX/out" "$BOX/err" || fail 'raw'
