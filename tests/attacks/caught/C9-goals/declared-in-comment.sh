# The declaration is only in a comment.
. "$ATTACKS/words-goals.sh"
mkdir src && printf '/*\nint fetch_once(int n);\n*/\nint other(void);\n' >src/fetch.h
phase '"src/fetch.h declares `fetch_once`"'
repo
goals
caught 'nowhere'
