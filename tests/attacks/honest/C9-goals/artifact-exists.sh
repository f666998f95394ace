# "exists" may be said of something that a build makes and git ignores.
. "$ATTACKS/words-goals.sh"
mkdir dist && echo x >dist/bundle.js && echo dist/ >.gitignore
phase '"dist/bundle.js exists"'
repo
goals
passes
