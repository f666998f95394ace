# SPDX-License-Identifier: MIT
# Every gate is optional.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/gate_type: /required: false, gate_type: /' assay.yaml; save
pipeline
refused 'no gate under verify: is required'
no_agent
