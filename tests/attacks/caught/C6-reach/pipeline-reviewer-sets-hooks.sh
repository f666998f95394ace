# A reviewer switches on hooks of its own, after everything was verified.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'git -C "$main" config core.hooksPath /tmp/evil'
pipeline
not_committed
caught 'core.hookspath'
