# The same in the working tree alone, hidden from git. Gain: a green test that no diff shows.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]'
sed -i 's/:-5/:-4/' tests/run && git update-index --assume-unchanged tests/run
verify --sealed
caught 'unit'
