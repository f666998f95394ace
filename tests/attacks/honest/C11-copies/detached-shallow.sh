# A shallow clone with a detached HEAD.
. "$ATTACKS/words-copies.sh"
project 'true'; echo 2 >lock; commit
git clone -q --depth 1 "file://$PWD" "$BOX/clone"; cd "$BOX/clone"; git checkout -q --detach
verify --commit HEAD
passes 1
