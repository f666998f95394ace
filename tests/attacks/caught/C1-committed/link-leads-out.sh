# What is committed is a link to a file outside.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
echo 'echo 5' >"$BOX/outside.sh"; ln -sf "$BOX/outside.sh" calc.sh; git commit -q -am 'fix: five'
A
loop
caught 'calc.sh'
