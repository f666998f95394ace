# Values in JSON and YAML files.
. "$ATTACKS/words-goals.sh"
echo '{"version": "1.2.0", "scripts": {"test": "x"}, "n": 1.0}' >package.json && printf 'server:\n  port: 80\n' >config.yaml
phase '"package.json version is \"1.2.0\"", "package.json has script `test`", {"type": "json", "path": "package.json", "pointer": "/n", "equals": 1}, "config.yaml has key server.port"'
repo
goals
passes
