# Somebody is at work in the tree; the commit is good.
. "$ATTACKS/words-copies.sh"
project 'grep -q good value'
echo good >value; commit; echo broken >value; rm run-tests
verify --commit HEAD
passes 1
