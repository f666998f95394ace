// SPDX-License-Identifier: MIT
#include "face/cli/live.h"

#include "face/cli/at_work.h"
#include "face/cli/spending.h"

#include <doctest/doctest.h>

namespace assay::cli {
namespace {

TEST_CASE("live view: what stands on the screen is counted in rows of the window as it is now") {
  const std::vector<std::string> lines = {std::string(79, 'a'), "", "\033[31mred\033[0m",
                                          std::string(40, 'b')};
  CHECK(rows_of(lines, 80) == 4);
  CHECK(rows_of(lines, 40) == 5);
  CHECK(rows_of(lines, 10) == 8 + 1 + 1 + 4);
}

TEST_CASE("live view: an agent's line has its program, its last tool and what it has used") {
  Worker worker;
  worker.is_agent = true;
  worker.what = "claude";
  worker.cwd = "/home/me/shop";
  worker.sight.last_tool = "Edit: /home/me/shop/src/a.py\nand more";
  worker.sight.turns = 12;
  worker.sight.tokens = 8123;
  worker.sight.micro_usd = 40'000;
  CHECK(worker_text(worker, Millis{62'000}) ==
        "claude  1m02s  Edit src/a.py  12 turns, 8.1k tokens, $0.04");
  worker.sight.silent = Millis{20'000};
  worker.sight.micro_usd.reset();
  CHECK(worker_text(worker, Millis{62'000}) ==
        "claude  1m02s  silent 20.0s  Edit src/a.py  12 turns, 8.1k tokens");
  worker.sight = {};
  worker.sight.last_words = "I look at \033[2Jit\nfirst";
  CHECK(worker_text(worker, Millis{1000}) == "claude  1.00s  says I look at \\x1b[2Jit");
}

TEST_CASE("spending: what was not told is unknown, not nothing") {
  struct Row {
    core::agent::Spent spent;
    const char* want;
  };
  const Row rows[] = {
      {{0, Millis{0}, 0, 0, 0}, "0 launches"},
      {{1, Millis{0}, 812, 310'000, 0}, "1 launch, 812 tokens, $0.31"},
      {{2, Millis{0}, 0, 0, 2}, "2 launches, tokens unknown, cost unknown"},
      {{3, Millis{0}, 1'234'567, 1'500'000, 1},
       "3 launches, 1.2M tokens, $1.50 and what 1 launch did not tell"},
      {{1, Millis{0}, 10, 1'234, 0}, "1 launch, 10 tokens, $0.0012"},
      {{1, Millis{0}, 999'999, 0, 0}, "1 launch, 1.0M tokens, $0.00"},
  };
  for (const Row& row : rows) CHECK(spent_text(row.spent) == row.want);
}

}  // namespace
}  // namespace assay::cli
