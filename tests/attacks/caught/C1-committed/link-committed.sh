# The commit has a link where the file was checked.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git add calc.sh
git update-index --cacheinfo "120000,$(printf check.sh | git hash-object -w --stdin),calc.sh"
git commit -q -m 'fix: five' && git update-index --assume-unchanged calc.sh
E
loop
caught 'committed something else.*calc.sh'
