# SPDX-License-Identifier: MIT
# Searches that go through everything by themselves, or through what another program lists, find the task that asks for them.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
each_command 0 caught 'own words' <<'E'
git grep -q retry_budget
git grep -qF retry_budget -- .
git -C . grep -n retry_budget
git grep -e retry_budget
find . -name '*.json' -exec grep -q retry_budget {} +
find phase -type f -exec grep -l retry_budget {} \;
find . -type f | xargs grep -q retry_budget
git ls-files | xargs grep -l retry_budget
grep -q retry_budget $(git ls-files)
grep -q retry_budget $(find . -name '*.json')
E
