# An agent prints a key that assay.yaml gives it.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'env: {MY_SECRET: qW8eR7tY6uI5oP4aS3dF2gH1}' <<'S'
echo "$MY_SECRET"
S
asks dev
is_masked
leaks_nowhere qW8eR7tY6uI5oP4aS3dF2gH1
