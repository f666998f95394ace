# GitLab runs a script.
. "$ATTACKS/words-init.sh"
tap ci/unit-tests 2; printf 'unit:\n  stage: test\n  script:\n    - ./ci/unit-tests\ndeploy:\n  stage: deploy\n  script:\n    - ./ci/deploy-test\n' >.gitlab-ci.yml; repo
init_and_verify; passes 2
