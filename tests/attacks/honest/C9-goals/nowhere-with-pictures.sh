# "no TODO" in a folder with an icon and a build folder of its own.
. "$ATTACKS/words-goals.sh"
mkdir -p src/assets build node_modules/x && printf '\211PNG\r\n\032\n\0\0\0\rIHDR' >src/assets/icon.png && echo 'int b;' >src/b.c
echo 'TODO' >build/gen.c && echo '// TODO' >node_modules/x/i.js
printf 'build/\nnode_modules/\n*.log\n' >.gitignore && echo TODO >src/run.log
phase '"no TODO in src/"'
repo
goals
passes
