# What a goal's command reads is a hand-made file in an ignored folder. Gain: a goal that nobody has reached.
. "$ATTACKS/words-seals.sh"; . "$ATTACKS/words-goals.sh"
echo 'echo 4' >calc.sh; printf 'build/\n' >.gitignore
printf 'version: 1\nworkspace: {setup: "mkdir -p build && echo 5 >build/wanted"}\n' >assay.yaml
verified 'test "$(sh calc.sh)" = "$(cat build/wanted)"'
repo
mkdir -p build; echo 4 >build/wanted
goals; works_unsealed
sealed_for_user
goals
caught 'exit 1'
says 'sealed: commands run in a copy'
