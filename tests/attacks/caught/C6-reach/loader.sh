# What changes every program is not passed on to an agent.
. "$ATTACKS/words-agent.sh"
repo
export LD_PRELOAD_X=1 PYTHONSTARTUP=/tmp/x NODE_OPTIONS=--require=/tmp/x BASH_ENV=/tmp/none PERL5OPT=-Mx GIT_DIR=/elsewhere GIT_CONFIG_COUNT=0
agent dev 'timeout: 1m' <<'S'
env | cut -d= -f1 > "$HOME/../names"
echo done
S
asks dev
has_not PYTHONSTARTUP NODE_OPTIONS BASH_ENV PERL5OPT GIT_DIR GIT_CONFIG_COUNT LD_PRELOAD_X
