# The pattern is found only in the task file that asks for it.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'int main(void) { return 0; }' >src/a.c
phase '{"type": "pattern", "pattern": "retry_budget"}'
repo
goals
caught 'nowhere'
