# The same, but the repository is not even added.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
mkdir lib && (cd lib && git init -q && echo 'echo 5' >x.sh && git add . && git -c user.name=t -c user.email=t@example.com commit -q -m x)
echo '. ./lib/x.sh' >calc.sh && git add calc.sh && git commit -q -m 'fix: five'
E
loop
caught 'left uncommitted.*lib/'
