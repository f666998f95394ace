# SPDX-License-Identifier: MIT
# A workflow command in the output is not obeyed where the excerpt is shown.
cat >run <<'R'
#!/usr/bin/env python3
import sys
sys.stdout.buffer.write("error: harmless\n::error::harmless\n  ::set-output name=a::b harmless error\n##[error]harmless\n".encode())
sys.exit(1)
R
chmod +x run
repo
gate unit ./run
asked=yes
GITHUB_ACTIONS=true assay verify --manifest "$BOX/manifest.json" --format human >"$BOX/out" 2>"$BOX/err"
[ $? -eq 1 ] || fail "wanted 1"
grep -q 'harmless' "$BOX/out" || fail "the excerpt is not shown"
! grep -E '^ *(::set-output|##\[)' "$BOX/out" "$BOX/err" || fail 'obeyed'
! grep -E '^ *::error::harmless' "$BOX/out" "$BOX/err" || fail 'obeyed'
