# An honest harness that prints no counts passes by its exit status, and that is said.
. "$ATTACKS/words-init.sh"
printf 'test:\n\ttest -s data && cmp data data\n' >Makefile; echo x >data; repo
init_and_verify; writes 'must_be_effective: false'; init_says 'does not tell how many tests ran'; passes
