# SPDX-License-Identifier: MIT
# The key that signs runs in the environment, an open descriptor or a log of what is judged: whoever has it signs what he likes.
# (Memory and core dumps of the coordinator: coordinator-memory.sh.)
cat >look.sh <<'S'
env | grep -q 'PRIVATE KEY' && echo "in the environment" && exit 0
for fd in /proc/$$/fd/*; do
  case $(readlink "$fd") in *"/keys/"* | *ledger.db*) echo "descriptor $fd" && exit 0 ;; esac
done
echo "found nothing"
exit 1
S
repo
gate first 'test -s look.sh' # makes the key, and a run that is signed
verify
gate look 'bash look.sh' '"stage": 1'
verify
caught 'found nothing'
key=$(sed -n 2p "$ASSAY_STATE_DIR/keys/private.pem")
[ "${#key}" -gt 40 ] || fail "there is no key"
! grep -rqF --exclude=private.pem -- "$key" "$ASSAY_STATE_DIR" "$BOX/out" "$BOX/err" || fail "the key stands somewhere else"
