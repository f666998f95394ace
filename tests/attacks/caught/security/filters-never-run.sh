# assay's own git runs no filter, monitor, driver or hook that the agent configured.
. "$ATTACKS/words-loop.sh"
echo '*.sh filter=tidy diff=tidy merge=tidy' >.gitattributes
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
run="touch '$BOX/ran-a-program'; cat"
for key in filter.tidy.clean filter.tidy.smudge filter.tidy.process diff.tidy.textconv diff.tidy.command diff.external merge.tidy.driver core.fsmonitor \
  core.pager core.editor core.sshCommand gpg.program credential.helper core.alternateRefsCommand; do git config "$key" "$run"; done
mkdir -p .git/hooks
for hook in post-checkout post-index-change reference-transaction pre-commit post-commit; do
  printf '#!/bin/sh\ntouch "%s/ran-a-program"\n' "$BOX" >.git/hooks/$hook; chmod +x .git/hooks/$hook
done
E
loop
[ ! -e "$BOX/ran-a-program" ] || fail "a program of the agent's was run"
caught 'filter.tidy.clean'
[ ! -e "$BOX/ran-a-program" ] || fail "a program of the agent's was run"
