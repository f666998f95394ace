# A reviewer moves a tag of the user, after everything was verified.
. "$ATTACKS/words-pipeline.sh"
shop
git tag v1; echo more >>request.md; save
also reviewer <<<'git tag -f v1 HEAD'
pipeline
not_committed
caught 'tag v1'
