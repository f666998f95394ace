# A gate moves the folder above the state away and puts its own there. Gain: a ledger and a key of the agent's own.
. "$ATTACKS/words-reach.sh"
kept_home
cat >move.sh <<'M'
for folder in "$HOME/.local/state" "$HOME/.local" "$HOME"; do
  mv "$folder" "$folder.old" 2>/dev/null && mkdir -p "$HOME/.local/state/assay/planted" && echo "moved $folder"
done
exit 0
M
echo ok >file; repo
gate move 'sh move.sh'
verify
[ -d "$state_home" ] && [ ! -d "$state_home/planted" ] || fail "another state took the place of assay's"
grep -rq moved "$state_home"/*/runs/*/logs/ 2>/dev/null && fail "a folder above the state was moved"
assay ledger verify >"$BOX/out" 2>"$BOX/err" || fail "the ledger is not what it was"
status=1; caught 'sound|ok'
