# A target that builds the test program is not one that runs it: the failing program decides.
. "$ATTACKS/words-init.sh"
tap suite.sh 2; sed -i 's/-gt/-lt/' suite.sh
printf 'all: unit\nunit: suite.sh\n\tcp suite.sh unit\ncheck: unit\n\t@echo built\ntest: unit\n\t./unit\n' >Makefile
workflow <<'Y'
      - run: make check
Y
echo unit >.gitignore; repo; init_and_verify; caught 'test'
