# A raw string of C++ over lines.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'const char* t = R"x(\nint compute(int n);\n)x";\n' >src/t.cpp
phase '"src/t.cpp declares `compute`"'
repo
goals
caught 'nowhere'
