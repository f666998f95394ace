# A sealed command rewrites what it judges. Gain: a goal that holds in the copy alone.
. "$ATTACKS/words-seals.sh"; . "$ATTACKS/words-goals.sh"
echo 'echo 4' >calc.sh; echo 'version: 1' >assay.yaml
printf 'echo "echo 5" >calc.sh\ntest "$(sh calc.sh)" = 5\n' >check.sh
verified 'sh check.sh'
repo
sealed_for_user
goals
caught 'changed the copy'
