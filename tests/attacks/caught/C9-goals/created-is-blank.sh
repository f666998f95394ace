# The created file holds a blank line.
. "$ATTACKS/words-goals.sh"
phase '"here.txt exists"' '"files": [{"path": "src/new.c", "action": "create"}]'
mkdir src && printf ' \n\t\n' >src/new.c && echo x >here.txt
repo
goals
caught 'nothing in it'
