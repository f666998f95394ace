# Caches of tools are left that nobody ignores.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'; mkdir -p __pycache__ .pytest_cache/v node_modules/.cache .mypy_cache; echo x >__pycache__/a.pyc; echo x >.pytest_cache/v/x; echo x >node_modules/.cache/x; echo x >.mypy_cache/x; echo x >.coverage
A
loop
passes
