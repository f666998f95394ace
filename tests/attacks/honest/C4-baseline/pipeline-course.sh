# SPDX-License-Identifier: MIT
# Everything is done as planned.
. "$ATTACKS/words-pipeline.sh"
shop
pipeline
passes
says 'confidence High'
committed shipping.py tests/test_shipping.py docs/feature/shipping/plan-output.yaml
