# A project whose secrets are encrypted by a filter.
. "$ATTACKS/words-loop.sh"
echo 'secret.txt filter=rot' >.gitattributes
echo plain >secret.txt
git init -q -b main . && git config filter.rot.clean 'tr a-z n-za-m' && git config filter.rot.smudge 'tr a-z n-za-m'
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
