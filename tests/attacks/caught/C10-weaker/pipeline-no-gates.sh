# SPDX-License-Identifier: MIT
# No gates in assay.yaml: told before anybody is paid.
. "$ATTACKS/words-pipeline.sh"
shop
printf 'version: 1\nagents:\n  "*": {command: ["%s/agent"], dialect: text}\npipeline: {definition: quick}\n' "$HOME" >assay.yaml; save
pipeline
refused 'no verify: section'
no_agent
