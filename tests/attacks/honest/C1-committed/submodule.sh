# A project with a submodule.
. "$ATTACKS/words-loop.sh"
git init -q "$BOX/inner" && git -C "$BOX/inner" commit -q --allow-empty -m inner
git init -q -b main . && git -c protocol.file.allow=always submodule --quiet add "$BOX/inner" inner
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
