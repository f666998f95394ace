# SPDX-License-Identifier: MIT
# The user has hooks and settings of his own.
. "$ATTACKS/words-pipeline.sh"
shop
mkdir -p .git/hooks; printf '#!/bin/sh\nexit 1\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
git config alias.st status; git tag v1
pipeline
passes
committed shipping.py
