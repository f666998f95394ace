# SPDX-License-Identifier: MIT
# Words for cases about what attempts reach of assay itself: its state, its key, the programs it starts outside of every isolation.
. "$ATTACKS/words-agent.sh" 2>/dev/null

# isolated: the machine can keep attempts in namespaces; a case that needs it is over where it cannot.
isolated() {
  assay doctor --format json 2>/dev/null | grep -q '"full"' || { asked=yes; exit 0; }
}
# kept_home: state and settings lie where they lie by default, below HOME.
kept_home() { unset ASSAY_STATE_DIR XDG_STATE_HOME; state_home=$HOME/.local/state/assay; }
# state_of: the state directory of the workspace, once there is one.
state_of() { dirname "$(find "$state_home" -maxdepth 2 -name ledger.db | head -1)"; }
