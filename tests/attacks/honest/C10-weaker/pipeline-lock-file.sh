# SPDX-License-Identifier: MIT
# A lock file follows the manifest a task declares.
. "$ATTACKS/words-pipeline.sh"
shop
echo '{}' >package.json; save
plan 'task-01 package.json'
works task-01 <<<'echo "{\"name\": \"x\"}" >package.json; echo "{}" >package-lock.json'
reports task-01 'package.json modified'
pipeline
passes
committed package-lock.json
