# SPDX-License-Identifier: MIT
# TAP.
printf '*.xml\n*.tap\n*.json\n' >.gitignore
cat >run <<'R'
#!/usr/bin/env python3
open('r.tap','w').write('1..2\nok 1 - a\nok 2 - b\n')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.tap"'
verify
passes 2
