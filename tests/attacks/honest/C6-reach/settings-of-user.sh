# The user has settings of all kinds.
. "$ATTACKS/words-loop.sh"
loop_repo
git config alias.st status; git config commit.gpgsign false; git config core.pager cat; git config merge.ours.driver true; git config diff.external ""
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
