# Zero-width characters are no content.
. "$ATTACKS/words-goals.sh"
phase '"here.txt exists"' '"files": [{"path": "docs/new.md", "action": "create"}]'
mkdir docs && printf '\xe2\x80\x8b\xef\xbb\xbf\n' >docs/new.md && echo x >here.txt
repo
goals
caught 'nothing in it'
