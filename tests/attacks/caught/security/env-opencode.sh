# Clouds and accounts are not for a CLI that takes any model.
. "$ATTACKS/words-agent.sh"
repo
export ANTHROPIC_API_KEY=a-key-of-anthropic-1 OPENAI_API_KEY=a-key-of-openai-22 GEMINI_API_KEY=a-key-of-gemini-333
export AWS_SECRET_ACCESS_KEY=a-key-of-aws-4444 GH_TOKEN=a-key-of-github-5 GITHUB_TOKEN=a-key-of-github-6 AZURE_CLIENT_SECRET=a-key-of-azure-77
export KUBECONFIG=/tmp/k MAIL_PASSWORD=a-password-8 HF_TOKEN=a-key-of-hf-99
agent dev 'dialect: opencode' <<'S'
env | cut -d= -f1 > "$HOME/../names"
echo done
S
asks dev
has OPENAI_API_KEY ANTHROPIC_API_KEY
has_not AWS_SECRET_ACCESS_KEY GH_TOKEN GITHUB_TOKEN AZURE_CLIENT_SECRET KUBECONFIG MAIL_PASSWORD
