# What git does not ignore is no part of a commit, listed or not.
. "$ATTACKS/words-copies.sh"
project 'test -f extra' '  include: [extra]'
echo x >extra
verify --commit HEAD
caught '"unit"'
