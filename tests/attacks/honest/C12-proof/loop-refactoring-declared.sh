# A refactoring that says so.
. "$ATTACKS/words-proof.sh"
UNCHANGED=yes calculator <<W
printf "def add(*numbers):\n    first = numbers[:2]\n    return sum(first)\n" >calc.py
W
passes
