# The text stands only in git's own folder.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'int x;' >src/a.c
phase '{"type": "pattern", "pattern": "secretword", "paths": [".git/**", "src/"]}'
repo
echo secretword >.git/description
goals
caught 'nowhere|no file'
