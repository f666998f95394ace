# SPDX-License-Identifier: MIT
# A secret whose name does not say so: only `secrets:` keeps it out of logs and reports.
repo
export SHOP_DSN=postgres://shop:hunter2-hunter2@db.internal/shop
printf 'version: 1\nsecrets: [SHOP_DSN]\nverify:\n  pass_env: [SHOP_DSN]\n  commands:\n    - {id: leak, command: "echo $SHOP_DSN; printenv SHOP_DSN | base64 -w0; exit 1"}\n' >assay.yaml
verify
caught 'masked'
! grep -rqE 'hunter2|cG9zdGdyZXM6' "$ASSAY_STATE_DIR/runs" "$ASSAY_STATE_DIR/ledger.db" "$BOX/out" "$BOX/err" || fail "the secret is left"
