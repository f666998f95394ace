# The user has core.autocrlf; files have CRLF, what is committed has not.
. "$ATTACKS/words-loop.sh"
echo 'test "$(tr -d "\r" <calc.sh | sh)" = 5' >check.sh
loop_repo
git config core.autocrlf true
agent <<'E'
printf 'echo 5\r\n' >calc.sh && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
