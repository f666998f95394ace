# The variables of the gates are changed on the branch. Gain: the test asks for what the code prints.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
printf '  env: {WANTED: "4"}\n' >"$BOX/env" && sed -i "/^verify:/r $BOX/env" assay.yaml && commit
verify
caught 'unit'
says 'verify.env'
