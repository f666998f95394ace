# README says how to test.
. "$ATTACKS/words-init.sh"
tap checks/suite-test 2; printf '# Thing\n\n## Testing\n\n```\n$ ./checks/suite-test\n```\n' >README.md; repo
init_and_verify; passes 2
