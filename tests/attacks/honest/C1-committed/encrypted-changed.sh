# The agent changes such a file, with the filter of the user.
. "$ATTACKS/words-loop.sh"
echo 'secret.txt filter=rot' >.gitattributes
echo plain >secret.txt
git init -q -b main . && git config filter.rot.clean 'tr a-z n-za-m' && git config filter.rot.smudge 'tr a-z n-za-m'
loop_repo
sed -i "s/\*\*Files\*\*: .*/**Files**: \`calc.sh\`, \`secret.txt\`/" specs/demo/tasks.md && git commit -q -am more
agent <<'E'
echo other >secret.txt && calc FIVE && git add -A && git commit -q -m 'fix: five'
E
loop
passes
clean_tree
