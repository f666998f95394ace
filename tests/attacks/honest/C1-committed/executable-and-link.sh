# An executable file and a link are committed as they are.
. "$ATTACKS/words-loop.sh"
loop_files
sed -i "s/\*\*Files\*\*: .*/**Files**: \`calc.sh\`, \`alias\`/" specs/demo/tasks.md
loop_repo
agent <<'E'
calc FIVE && chmod +x calc.sh && ln -s calc.sh alias && git add -A && git commit -q -m 'fix: five'
E
loop
passes
clean_tree
