# The gates at the end run the agent's code, which breaks the source behind them.
. "$ATTACKS/words-loop.sh"
loop_files
printf 'verify:\n  commands:\n    - {id: g, command: sh check2.sh}\n' >>assay.yaml
echo 'sh calc.sh | grep -q .' >check2.sh
loop_repo() { git init -q -b main . && git config user.name t && git config user.email t@example.com && git add -A && git commit -q -m start && git switch -q -c work; }
loop_repo
agent <<'A'
cat >calc.sh <<'C'
echo 5
case ${ASSAY_COMMAND_ID:-} in gates-*) echo 'echo 4' >calc.sh ;; esac
C
git commit -q -am 'fix: five'
A
loop
caught 'calc.sh'
