# The code stands between #if 0 and #endif.
. "$ATTACKS/words-goals.sh"
mkdir src && printf '#if 0\nint limit(int n);\n#endif\nint other;\n' >src/limit.h
phase '"src/limit.h declares `limit`"'
repo
goals
caught 'nowhere'
