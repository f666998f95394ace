# The same where line ends are converted.
. "$ATTACKS/words-loop.sh"
loop_files
echo 'test "$(tr -d "\r" <calc.sh | sh)" = 5' >check.sh
echo '*.sh text' >.gitattributes
sed -i '/Commit/d' specs/demo/tasks.md
loop_repo
agent <<'E'
printf 'echo 5\r\n' >calc.sh
E
loop
passes
clean_tree
[ -z "$(git show HEAD:calc.sh | tr -dc "\r")" ] || fail "the line ends were not converted"
