# The branch of the remote is moved to a commit nobody fetched.
. "$ATTACKS/words-loop.sh"
loop_repo
git update-ref refs/remotes/origin/main HEAD
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git update-ref refs/remotes/origin/main "$(git commit-tree HEAD^{tree} -m x)"
E
loop
caught 'origin/main moved'
