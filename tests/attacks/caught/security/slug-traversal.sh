# A slug that leads out.
. "$ATTACKS/words-pipeline.sh"
shop
assay pipeline start --request request.md --slug ../../evil --format json >"$BOX/out" 2>"$BOX/err"; status=$?
refused 'slug'
