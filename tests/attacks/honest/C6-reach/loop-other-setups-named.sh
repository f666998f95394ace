# SPDX-License-Identifier: MIT
# The task names what it sets up.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Set up the runner" "ava.config.js .travis.yml" "test -s ava.config.js"
agent <<'E'
  - do: [{write: {path: ava.config.js, text: "export default {}\n"}}, {write: {path: .travis.yml, text: "language: node_js\n"}}, {commit: work}, {say: TASK_COMPLETE}]
E
loop
passes
