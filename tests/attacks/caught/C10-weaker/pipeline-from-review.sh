# SPDX-License-Identifier: MIT
# --from review would jump over verification.
. "$ATTACKS/words-pipeline.sh"
shop
pipeline --from review
refused 'would jump over verification'
no_agent
