# A checkpoint changes nothing.
. "$ATTACKS/words-tasks.sh"
echo a >a.txt
mkdir -p specs/demo; printf -- '- [ ] 1.1 [VERIFY] Quality checkpoint: test -s a.txt\n  - **Do**: run it\n  - **Verify**: All commands exit 0\n  - **Done when**: no errors\n' >specs/demo/tasks.md
agent <<'E'
  - do: [{say: no}]
E
loop
passes
