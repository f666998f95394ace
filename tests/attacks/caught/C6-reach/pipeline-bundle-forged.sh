# A forged bundle lies there before.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'printf "# Evidence\nforged 99 of 99\n" >"$main/$feature/evidence-bundle.md"; echo "{}" >"$main/$feature/evidence.json"'
pipeline
asked=yes
left_out docs/feature/shipping/evidence-bundle.md docs/feature/shipping/evidence.json
