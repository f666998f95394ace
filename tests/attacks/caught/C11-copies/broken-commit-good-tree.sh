# The working tree is good, the commit is not.
. "$ATTACKS/words-copies.sh"
project 'grep -q good value'
echo broken >value; commit; echo good >value
verify --commit HEAD
caught '"unit"'
