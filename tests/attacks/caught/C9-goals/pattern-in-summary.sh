# The summary of the task repeats what is wanted; a summary is a claim.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'int main(void) { return 0; }' >src/a.c
phase '{"type": "pattern", "pattern": "exponential_backoff", "paths": ["**/*.md", "src/"]}'
echo 'Implemented exponential_backoff.' >>phase/summary-IMPL-001.md
repo
goals
caught 'nowhere'
