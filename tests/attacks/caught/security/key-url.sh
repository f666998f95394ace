# An agent prints its key as a part of a URL.
. "$ATTACKS/words-agent.sh"
repo
secret=Zx7q9LmN4/vB2+kT8wYc5RdEa1oPs3u; export ACME_TOKEN=$secret
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
python3 -c "import os,urllib.parse; print('https://x/?k=' + urllib.parse.quote(os.environ['ACME_TOKEN'], safe=''))"
S
asks dev
leaks_nowhere "Zx7q9LmN4%2FvB2%2BkT8wYc5RdEa1oPs3u"
is_masked
