# Writes OUT, a C++ file with the text of every FILES entry (paths relative to ROOT) behind a function NAME. Without
# FILES: of everything that is below ROOT by then.
if(NOT DEFINED FILES)
  file(GLOB_RECURSE FILES RELATIVE ${ROOT} ${ROOT}/*)
endif()
set(table "")
set(bodies "")
set(index 0)
list(SORT FILES)
foreach(file IN LISTS FILES)
  file(READ ${ROOT}/${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND bodies "const unsigned char body${index}[] = {${bytes}0};\n")
  string(APPEND table
    "    {\"${file}\", {reinterpret_cast<const char*>(body${index}), sizeof body${index} - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "// Made by share/embed.cmake.
#include \"format/embedded.h\"

#include <array>

namespace assay::format {

namespace {

${bodies}
const std::array<Embedded, ${index}> files = {{
${table}}};

}  // namespace

std::span<const Embedded> ${NAME}() { return files; }

}  // namespace assay::format
")
