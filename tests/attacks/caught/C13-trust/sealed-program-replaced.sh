# The first gate puts another program of the second one's name in front of it. Gain: a test runner of the agent's.
. "$ATTACKS/words-trust.sh"
mkdir "$BOX/bin" "$BOX/tools"; export PATH="$BOX/bin:$BOX/tools:$PATH"
printf '#!/bin/sh\nexec tests/run\n' >"$BOX/tools/runner" && chmod +x "$BOX/tools/runner"
seed_more() {
  echo true >make.sh
  cat >assay.yaml <<'Y'
version: 1
verify:
  commands:
    - {id: build, command: sh make.sh, stage: 0}
    - {id: unit, command: runner, stage: 1, gate_type: test}
Y
}
cloned
printf 'printf "#!/bin/sh\\necho 1..1\\necho ok 1 - five\\n" >"%s/bin/runner"; chmod +x "%s/bin/runner"\n' "$BOX" "$BOX" >make.sh && commit
verify --sealed
caught 'when the run began'
