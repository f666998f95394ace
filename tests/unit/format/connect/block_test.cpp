// SPDX-License-Identifier: MIT
#include "format/connect/block.h"

#include <doctest/doctest.h>

#include <string>

namespace assay::format {
namespace {

TEST_CASE("block: put at the end behind an empty line, taken out again, twice is once") {
  for (const std::string text : {"", "a\n", "# A\n\ntext\n", "a\r\nb\r\n"}) {
    CAPTURE(text);
    const std::string with = put_block(text, markdown_marks, "one\ntwo\n");
    CHECK(has_block(with, markdown_marks));
    CHECK(put_block(with, markdown_marks, "one\ntwo\n") == with);
    CHECK(remove_block(with, markdown_marks) == text);
    CHECK((with.find("\r\n") != std::string::npos) == (text.find("\r\n") != std::string::npos));
  }
  CHECK(put_block("a", markdown_marks, "x") ==
        "a\n\n<!-- assay begin -->\nx\n<!-- assay end -->\n");
}

TEST_CASE("block: a newer body replaces the old one where it stands") {
  const std::string with = put_block("a\n", markdown_marks, "old\n") + "behind\n";
  const std::string newer = put_block(with, markdown_marks, "new\n");
  CHECK(newer.find("<!-- assay begin -->\nnew\n<!-- assay end -->") != std::string::npos);
  CHECK(newer.ends_with("behind\n"));
  CHECK(remove_block(newer, markdown_marks) == "a\n\nbehind\n");
}

TEST_CASE("block: in a script it stands before everything that could leave it") {
  const std::string with = put_block_first("#!/bin/sh\nexit 0\n", script_marks, "check\n");
  CHECK(with == "#!/bin/sh\n# >>> assay >>>\ncheck\n# <<< assay <<<\nexit 0\n");
  CHECK(remove_block(with, script_marks) == "#!/bin/sh\nexit 0\n");
}

TEST_CASE("block: marks inside a line, and a mark that is never closed, are no block") {
  CHECK_FALSE(has_block("see <!-- assay begin -->\n<!-- assay end -->\n", markdown_marks));
  const std::string open = "<!-- assay begin -->\nx\n";
  CHECK_FALSE(has_block(open, markdown_marks));
  CHECK(remove_block(open, markdown_marks) == open);
}

}  // namespace
}  // namespace assay::format
