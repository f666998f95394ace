# The agent fetches.
. "$ATTACKS/words-loop.sh"
loop_repo
git clone -q --bare . "$BOX/origin.git" && git remote add origin "$BOX/origin.git" && git fetch -q origin && git clone -q "$BOX/origin.git" "$BOX/other" && git -C "$BOX/other" commit -q --allow-empty -m more && git -C "$BOX/other" push -q
agent <<'E'
calc FIVE && git commit -q -am 'fix: five' && git fetch -q origin
E
loop
passes
clean_tree
