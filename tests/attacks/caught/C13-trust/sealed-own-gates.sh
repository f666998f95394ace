# Sealed, but assay.yaml itself is the agent's, and nothing says where it should come from. Gain: sealed gates of its own.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]'
own_yaml && printf '  protected: [nothing]\n' >>assay.yaml && commit
verify --sealed
caught 'not sealed: assay.yaml'
