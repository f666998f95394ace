# The project has ident; git writes the name of the blob into the file.
. "$ATTACKS/words-loop.sh"
echo '*.sh ident' >.gitattributes
loop_repo
agent <<'E'
printf '# $Id$\necho 5\n' >calc.sh && git commit -q -am 'fix: five' && rm calc.sh && git checkout -q calc.sh
E
loop
passes
clean_tree
