# A reviewer adds a file to the workspace.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'echo "evil" >"$main/evil.py"'
pipeline
asked=yes
[ "$status" -ne 0 ] || left_out evil.py
