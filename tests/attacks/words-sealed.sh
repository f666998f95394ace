# SPDX-License-Identifier: MIT
# Words for loops and pipelines whose gates are sealed: the task and the agents of words-loop.sh, on a branch of a repository whose
# main has tests/ under protection, and a set-up that makes what git ignores.
. "$ATTACKS/words-loop.sh"

# sealed_loop [MORE]: `sh tests/run` asks whether calc.sh prints what build/wanted says; MORE: lines of assay.yaml.
sealed_loop() {
  mkdir -p tests
  printf 'test -f build/wanted || exit 7\ntest "$(sh calc.sh)" = "$(cat build/wanted)"\n' >tests/run
  echo 'sh tests/run' >check.sh
  printf 'build/\n' >.gitignore
  loop_files
  cat >>assay.yaml <<Y
verify: {commands: [{id: unit, command: sh tests/run}], protected: [tests/**]}
workspace: {setup: "mkdir -p build && echo 5 >build/wanted"}
isolation: {gates: sealed}
${1:-}
Y
  git init -q -b main . && git config user.name t && git config user.email t@example.com
  git add -A && git commit -q -m start && git switch -q -c work
}
