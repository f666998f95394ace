# A reviewer stages something else for the commit.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'git -C "$main" update-index --add --cacheinfo "100644,$(echo evil | git -C "$main" hash-object -w --stdin),evil.py"'
pipeline
asked=yes
[ "$status" -ne 0 ] || left_out evil.py
[ "$status" -ne 0 ] || [ -z "$(git diff --cached --name-only)" ] || says 'evil.py|staged|index'
