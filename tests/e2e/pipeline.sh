# Sourced by the pipeline cases. The agents are those of examples/pipeline; before and after them runs what a case
# puts into $HOME/before and $HOME/after.
export PYTHONDONTWRITEBYTECODE=1
shop() {
  mkdir -p "$1" && cd "$1" || exit 99
  bash "$ASSAY_E2E/../../examples/pipeline/shop"
  cat >"$HOME/agent" <<SH
#!/usr/bin/env bash
[ -f "\$HOME/before" ] && . "\$HOME/before"
"$ASSAY_E2E/../../examples/pipeline/agent" || exit
[ -f "\$HOME/after" ] && . "\$HOME/after"
true
SH
  chmod +x "$HOME/agent"
  sed -i "s#command: .*\], dialect#command: [\"$HOME/agent\"], dialect#" assay.yaml
  git commit -qam "Agents of this case"
}
# One line: exit status, status, step, confidence, whether there is a commit; then the reason.
told() {
  local status=$1
  python3 -c '
import json, re, sys
r = json.loads(re.sub(r"[0-9]{8}-[0-9]{9}-[0-9a-z]{6}", "RUN", sys.stdin.read()))
print("exit", sys.argv[1], r["status"], "step", r["step"], "confidence", r["confidence"],
      "commit" if r["commit"] else "no commit", "waiting for", r["waiting_for"])
print("  ", r["reason"].split("\n")[0][:230])' "$status"
}
run() { # arguments of `assay pipeline`
  local out status
  out=$(assay pipeline "$@" --format json 2>"$BOX/err")
  status=$?
  if [ -n "$out" ]; then told $status <<<"$out"; else echo "exit $status"; cat "$BOX/err"; fi
}
start() { run start --request request.md --slug shipping --approval autonomous "$@"; }
