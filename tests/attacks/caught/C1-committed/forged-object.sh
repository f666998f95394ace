# The object of calc.sh is overwritten with other bytes under its old name.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
id=$(git rev-parse HEAD:calc.sh); file=.git/objects/${id%${id#??}}/${id#??}
chmod u+w "$file"
python3 -c 'import sys, zlib; open(sys.argv[1], "wb").write(zlib.compress(b"blob 7\0echo 4\n"))' "$file"
E
loop
caught 'not what its name says|cannot be read'
