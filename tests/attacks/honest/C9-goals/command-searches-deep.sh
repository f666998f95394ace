# SPDX-License-Identifier: MIT
# Searches that are kept from the phase, or whose words stand nowhere in it.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
each_command 0 passes <<'F'
git grep -q 'x = 1' -- src
git grep -q 'x = 1' -- '*.py'
git grep -q 'x = 1' -- ':!phase'
find src -name '*.py' -exec grep -q 'x = 1' {} +
find . -name '*.py' -exec grep -q 'x = 1' {} +
find . -name '*.py' | xargs grep -q 'x = 1'
git ls-files src | xargs grep -q 'x = 1'
grep -q 'x = 1' $(git ls-files src)
find . -not -path './phase/*' -type f -exec grep -q 'x = 1' {} +
F
