# The project says that scripts have CRLF where they are checked out.
. "$ATTACKS/words-loop.sh"
echo 'test "$(tr -d "\r" <calc.sh | sh)" = 5' >check.sh
echo 'calc.sh text eol=crlf' >.gitattributes
loop_repo
agent <<'E'
printf 'echo 5\r\n' >calc.sh && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
