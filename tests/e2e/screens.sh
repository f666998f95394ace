# SPDX-License-Identifier: MIT
# Sourced by the cases about screens: a terminal of a given size, and an agent that waits where a case wants to look.
export TMUX_TMPDIR=$BOX TERM=xterm
terminal() { tmux -L t -f /dev/null "$@"; }
trap 'terminal kill-server 2>/dev/null' EXIT TERM # also of a case that takes too long
# window WIDTH HEIGHT COMMAND
# A server that was told to end goes on to answer for a moment: the next one starts when it no longer does.
window() {
  for _ in $(seq 100); do
    ! terminal has-session 2>/dev/null && terminal new-session -d -s s -x "$1" -y "$2" "$3; echo \"[ended \$?]\"; exec cat" 2>/dev/null && return
    sleep 0.1
  done
  echo "no terminal"
}
screen() { terminal capture-pane -p -t s; }
# await TEXT: until it is on the screen, which is then in $BOX/seen.
await() {
  for _ in $(seq 600); do
    screen >"$BOX/seen"
    grep -qF -- "$1" "$BOX/seen" && return
    sleep 0.1
  done
  echo "never seen: $1"
  cat "$BOX/seen"
}
# resized WIDTH: and the two lines of the view drawn again to the new width.
resized() {
  terminal resize-window -t s -x "$1"
  for _ in $(seq 100); do
    screen >"$BOX/seen"
    [ "$(widest 2)" -lt "$1" ] && { [ "$1" -lt 70 ] || grep -q 'running [0-9m.]*s' "$BOX/seen"; } && return
    sleep 0.1
  done
}
# widest N: of the last N lines of the screen.
widest() { python3 -c '
import sys, unicodedata
lines = open(sys.argv[1], encoding="utf-8").read().rstrip("\n").split("\n")[-int(sys.argv[2]):]
print(max(sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in l) for l in lines))' "$BOX/seen" "$1"; }

# worker NAME: a claude-like agent in $HOME/bin that edits, waits for $BOX/go-N (N: its how manyth start), and ends. It does
# its work from the second start on.
worker() {
  mkdir -p "$HOME/bin"
  cat >"$HOME/bin/$1" <<'SH'
#!/usr/bin/env bash
cat >/dev/null
n=$(($(cat "$BOX/starts" 2>/dev/null || echo 0) + 1))
echo $n >"$BOX/starts"
echo '{"type":"system","subtype":"init","model":"model-1"}'
printf '{"type":"assistant","message":{"id":"m1","model":"model-1","usage":{"input_tokens":8000,"output_tokens":123},"content":[{"type":"text","text":"I write it."},{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"%s/src/日本語.py"}}]}}\n' "$PWD"
while [ ! -e "$BOX/go-$n" ]; do sleep 0.05; done
echo '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}'
[ $n -lt 2 ] || { echo hello >a.txt; git add a.txt; git commit -qm "feat: 1.1"; }
echo '{"type":"assistant","message":{"id":"m2","model":"model-1","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"test -s a.txt"}}]}}'
echo '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"Exit code 1","is_error":true}]}}'
echo '{"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"Done.\nTASK_COMPLETE","total_cost_usd":0.0421,"usage":{"input_tokens":26000,"output_tokens":323}}'
SH
  chmod +x "$HOME/bin/$1"
}
# one_task: a spec with one task, and the worker as every agent.
one_task() {
  mkdir -p specs/demo
  printf -- '# Tasks\n## Phase 1: Make It Work\n- [ ] 1.1 Write a\n  - **Do**: make it so\n  - **Files**: `a.txt`\n  - **Done when**: it is there\n  - **Verify**: `test -s a.txt`\n  - **Commit**: `feat: 1.1`\n' >specs/demo/tasks.md
  printf 'version: 1\nagents:\n  "*": {command: ["%s/bin/claude"], dialect: claude, env: {BOX: "%s"}}\nloop: {review: false}\n' "$HOME" "$BOX" >assay.yaml
  git init -q -b main . && git add -A && git commit -qm start && git switch -qc work
}
