# Work that is not committed yet, with a new file.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]'
echo 'sh sum.sh' >calc.sh && echo 'echo 5' >sum.sh
verify --sealed
passes 1
