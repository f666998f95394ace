# A gate opens memory and environment of the coordinator.
. "$ATTACKS/words-loop.sh"
cat >peek.sh <<'G'
for pid in $(ls /proc | grep -E '^[0-9]+$'); do
  [ "$(cat /proc/$pid/comm 2>/dev/null)" = assay ] || continue
  if tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -q '^SECRET_KEY=sesame'; then echo "read the key of $pid"; exit 0; fi
  if (exec 3<"/proc/$pid/mem") 2>/dev/null; then echo "opened the memory of $pid"; exit 0; fi
done
echo 'could not look'; exit 1
G
gate peek 'sh peek.sh'
export SECRET_KEY=sesame
if [ "$(id -u)" = 0 ]; then
  # Root may look anywhere: what counts is another user.
  chmod 755 "$BOX" && chown -R 65534:65534 "$BOX"
  exec_as="setpriv --reuid 65534 --regid 65534 --clear-groups"
else
  exec_as=
fi
$exec_as "$(command -v assay)" verify --manifest "$BOX/manifest.json" --format json >"$BOX/out" 2>"$BOX/err"
status=$?
caught 'could not look|permission denied'
