# A link beside the way to the state leads into it, since the last run. Gain: by Landlock, rights over what is granted by that name.
. "$ATTACKS/words-reach.sh"
kept_home
echo ok >file; repo
gate one 'test -e file'
verify
mkdir -p "$HOME/.local/share"
ln -s "$HOME/.local/state/assay" "$HOME/notes"; ln -s ../state/assay "$HOME/.local/more"
rm -f "$BOX/manifest.json"
cat >read.sh <<'R'
for folder in "$HOME/notes" "$HOME/.local/more" "$HOME/.local/state/assay"; do
  find "$folder/" -name ledger.db -o -name '*.pem' 2>/dev/null | while read -r f; do cat "$f" >/dev/null 2>&1 && echo "read $f"; done
  touch "$folder/planted" 2>/dev/null && echo "wrote $folder"
done
true
R
gate read 'sh read.sh'
export ASSAY_TEST_ISOLATION=landlock
verify
grep -rhq '^read\|^wrote' "$state_home"/*/runs/*/logs/ && { cat "$state_home"/*/runs/*/logs/*; fail "a link leads around the rules"; }
[ ! -e "$state_home/planted" ] || fail "a file was planted"
status=1; caught 'PASS'
