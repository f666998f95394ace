# A created folder with nothing in it is nothing to git.
. "$ATTACKS/words-goals.sh"
phase '"here.txt exists"' '"files": [{"path": "src/handlers/", "action": "create"}]'
mkdir -p src/handlers && echo x >here.txt
repo
goals
caught 'empty directory'
