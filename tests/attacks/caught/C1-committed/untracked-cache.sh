# An untracked cache that knows nothing of a file.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
git update-index --untracked-cache --force-untracked-cache; git status >/dev/null
calc FIVE; git commit -q -am 'fix: five'; git status >/dev/null
echo '. ./lib.sh' >>calc.sh; echo 'echo 5' >lib.sh; git update-index --assume-unchanged calc.sh
A
loop
caught 'calc.sh|lib.sh'
