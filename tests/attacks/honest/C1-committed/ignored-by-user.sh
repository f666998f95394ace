# An ignore file of the user, outside the project.
. "$ATTACKS/words-loop.sh"
unset GIT_CONFIG_GLOBAL
mkdir -p "$HOME/.config/git" && echo "*~" >"$HOME/.config/git/ignore"
loop_files
sed -i "/Files/d" specs/demo/tasks.md
loop_repo
agent <<'E'
touch calc.sh~ && calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
