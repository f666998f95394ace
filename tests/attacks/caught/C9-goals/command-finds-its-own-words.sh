# SPDX-License-Identifier: MIT
# A search over everything finds the task that asks for it.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x = 1' >src/a.py
each_command 0 caught 'own words' <<'E'
grep -r retry_budget .
grep -rqF retry_budget
grep -Rn retry_budget *
grep -rq --exclude-dir=.git --include=*.json retry_budget ./
egrep -rq 'retry_(budget)' .
ls src && grep -rq retry_budget $PWD
E
