// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/clearing.h"

#include "adapters/executor/slurm/orders.h"
#include "format/record/text.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>

namespace assay::slurm {
namespace {

constexpr Instant run_began{Millis{1'700'000'000'000}};

struct Shared {
  support::TempDir dir;
  shell::ClearOrder order{.workspace = dir / "work",
                          .state_dir = dir / "state",
                          .shared_dir = dir / "shared",
                          .runs = {{"ended", {.ended = true, .begun = run_began}},
                                   {"alive", {.alive = true, .begun = run_began}},
                                   {"waits", {.begun = run_began}}}};

  std::string digest(char c) const { return std::string(64, c); }
  void old(const std::string& path) const {
    dir.write("shared/" + path, "x");
    std::filesystem::last_write_time(
        dir / "shared/" + path,
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  }
  /// A run with one order that needs this tree.
  void run(const std::string& name, char tree) const {
    const RunFolder folder(dir / "shared", name);
    REQUIRE(folder.make());
    JobOrder wanted{{0, 1}, name, "a", "", "/w"};
    wanted.list = digest(tree);
    REQUIRE(put_whole(folder.order({0, 1}), format::stored::text_of(wanted)));
    REQUIRE(put_whole(folder.claim({0, 1}), "1_0 n1\n"));
    old("trees/" + digest(tree) + ".list");
  }
  std::set<std::string> cleared() {
    shell::Cleared cleared;
    clear_shared(order, cleared);
    std::set<std::string> paths;
    const std::string below = dir / "shared/";
    for (const auto& item : cleared.removed) paths.insert(item.path.substr(below.size()));
    for (const auto& item : cleared.kept)
      paths.insert(item.path.substr(below.size()) + ": " + item.why);
    return paths;
  }
  bool has(const std::string& path) const {
    return std::filesystem::exists(dir / "shared/" + path);
  }
};

TEST_CASE("slurm: gc takes what an ended run has left, and nothing of one that lives or may") {
  Shared shared;
  const std::string ended = folder_name("ended", run_began);
  const std::string alive = folder_name("alive", run_began);
  const std::string waits = folder_name("waits", run_began);
  // Another ledger's run of the same id run_began at another time.
  const std::string foreign = folder_name("ended", run_began + Millis{1});
  shared.run(ended, 'a');
  shared.run(alive, 'b');
  shared.run(waits, 'c');
  shared.run(foreign, 'd');
  shared.old("trees/" + shared.digest('e') + ".pack");
  shared.dir.write("shared/trees/" + shared.digest('f') + ".list", "young");
  shared.old("bin/assay-" + std::string(32, '1'));
  shared.old("bin/of-somebody");
  shared.old("trees/oak.txt");
  const std::set<std::string> expected{"runs/" + ended,
                                       "runs/" + waits + ": its run can be gone on with",
                                       "runs/" + foreign + ": it is of no run of this ledger",
                                       "trees/" + shared.digest('a') + ".list",
                                       "trees/" + shared.digest('e') + ".pack",
                                       "bin/assay-" + std::string(32, '1')};
  shared.order.dry_run = true;
  CHECK(shared.cleared() == expected);
  CHECK(shared.has("runs/" + ended + "/orders/0-1"));
  shared.order.dry_run = false;
  CHECK(shared.cleared() == expected);
  CHECK_FALSE(shared.has("runs/" + ended));
  for (const std::string& name : {alive, waits, foreign}) {
    CAPTURE(name);
    CHECK(shared.has("runs/" + name + "/orders/0-1"));
    CHECK(shared.has("runs/" + name + "/claims/0-1"));
  }
  for (const char tree : {'b', 'c', 'd', 'f'})
    CHECK(shared.has("trees/" + shared.digest(tree) + ".list"));
  CHECK(shared.has("bin/of-somebody"));
  CHECK(shared.has("trees/oak.txt"));
}

TEST_CASE("slurm: gc keeps every tree while an order cannot be read") {
  Shared shared;
  const std::string alive = folder_name("alive", run_began);
  shared.run(alive, 'b');
  shared.dir.write("shared/runs/" + alive + "/orders/1-1", "{\"unit\"");
  shared.old("trees/" + shared.digest('e') + ".pack");
  CHECK(shared.cleared().empty());
}

}  // namespace
}  // namespace assay::slurm
