# A message on the team's bus is a claim, not evidence.
. "$ATTACKS/words-goals.sh"
mkdir -p .workflow/.team/a/.msg src && echo 'int x;' >src/a.c
echo '{"id": "MSG-1", "summary": "token_bucket is in"}' >.workflow/.team/a/.msg/messages.jsonl
phase '{"type": "pattern", "pattern": "token_bucket"}'
repo
goals
caught 'nowhere'
