# An agent moves ~/.config away and writes settings of its own. Gain: the next run asks for no isolation.
. "$ATTACKS/words-reach.sh"
kept_home
mkdir -p "$HOME/.config/assay"
printf 'version: 1\nisolation: {agents: full, gates: full}\n' >"$HOME/.config/assay/config.yaml"
cat >assay.yaml <<'Y'
version: 1
verify: {commands: [{id: true, command: "test -e file"}]}
agents:
  attacker: {command: [bash, -c, "mv ~/.config ~/.config.old; mkdir -p ~/.config/assay; printf 'version: 1\nisolation: {agents: none, gates: none}\n' >~/.config/assay/config.yaml"]}
isolation: {gates: none}
Y
echo ok >file; repo
echo go | assay agent run attacker >"$BOX/out" 2>"$BOX/err"
assay verify >"$BOX/out" 2>"$BOX/err"; status=$?
grep -q '^isolation.*none' "$BOX/out" && fail "the settings are the agent's"
grep -q 'gates: full' "$HOME/.config/assay/config.yaml" || fail "the settings are gone"
status=1; caught 'PASS'
