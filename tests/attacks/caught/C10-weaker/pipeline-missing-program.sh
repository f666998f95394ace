# SPDX-License-Identifier: MIT
# The program of a role is not there: told before anybody is paid.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's#agent"\], dialect#nobody"], dialect#' assay.yaml; save
pipeline
refused 'nobody is not there'
no_agent
