# What only looks like a key stays in the log as it is.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "commit 5f1b652a0c2159da30960222ddd4e57dbf23aa01 on task-sk-some-very-long-branch-name-of-a-person"
echo "sk-loading-indicator-animation-wrapper-and-more npm_config_registry_and_other_settings_of_this"
touch made
S
asks dev
passes
never_says masked
