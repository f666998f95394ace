# A package manager switches the project's own hooks on.
. "$ATTACKS/words-loop.sh"
mkdir .husky && printf "exit 0\n" >.husky/pre-commit && chmod +x .husky/pre-commit
loop_repo
agent <<'E'
git config core.hooksPath .husky && calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
