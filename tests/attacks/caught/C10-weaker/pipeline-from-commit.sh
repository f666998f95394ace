# SPDX-License-Identifier: MIT
# --from commit would jump over verification.
. "$ATTACKS/words-pipeline.sh"
shop
pipeline --from commit
refused 'would jump over verification'
no_agent
