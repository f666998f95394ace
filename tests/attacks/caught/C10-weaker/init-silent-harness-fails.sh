# A harness without counts that fails later.
. "$ATTACKS/words-init.sh"
printf 'test:\n\ttest -s data\n' >Makefile; echo x >data; repo; assay init --quiet >/dev/null 2>&1 || fail init; : >data; verify; caught 'test'
