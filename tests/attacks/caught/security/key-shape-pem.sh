# An agent prints a private key, which nobody knew of.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
printf -- "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAtkeyMaterial\nMoreKeyMaterial123\n-----END RSA PRIVATE KEY-----\n"
S
asks dev
leaks_nowhere tkeyMaterial MoreKeyMaterial123
is_masked
