# SPDX-License-Identifier: MIT
# A verdict without a test gate says that nothing was tested.
printf '#!/usr/bin/env python3\n' >check; chmod +x check
repo
gate lint ./check '"gate_type": "lint"'
verify
passes
says 'nothing was tested'
assay verify --manifest "$BOX/manifest.json" >"$BOX/out" 2>"$BOX/err" || fail "no pass"
says 'nothing was tested'
