// SPDX-License-Identifier: MIT
#include "api/web_sign.h"

#include "api/archive.h"
#include "unit/api/bench.h"

namespace assay::api {
namespace {

/// A folder for signs about the ledger of this bench alone.
std::string signs_of(Bench& bench) {
  const Site site = bench.site();
  REQUIRE(site.files().make_directories(site.place.state));
  const std::string folder = folder_of_signs(site.place.state, bench.outside());
  REQUIRE(site.files().make_directories(folder));
  return folder;
}

TEST_CASE("web sign: a run is told where it is shown, without a token, while a server lives") {
  Bench bench;
  const std::string folder = signs_of(bench);
  CHECK(web_link("r-1", bench.site()).empty());
  {
    const auto sign = WebSign::put_up(folder, "http://127.0.0.1:4711", bench.outside());
    REQUIRE(sign);
    system::System other;  // the lock is that of another process, or of another description
    Site site{other, bench.site().place, ""};
    CHECK(web_link("r-1", site) ==
          "http://127.0.0.1:4711/#/w/" + shelf_id(bench.site().place.state.path()) + "/runs/r-1");
  }
  CHECK(web_link("r-1", bench.site()).empty());
  CHECK(bench.outside().files().list(folder).empty());
}

TEST_CASE("web sign: what a killed server left is not believed, and cleared away") {
  Bench bench;
  const std::string folder = signs_of(bench);
  REQUIRE(bench.outside().files().create(folder + "/dead.sign",
                                         "2026-11-18T00:00:00.000Z http://127.0.0.1:1\n"));
  CHECK(web_link("r-1", bench.site()).empty());
  CHECK(bench.outside().files().list(folder).empty());
}

TEST_CASE("web sign: nothing that is no address is printed on a terminal") {
  for (const std::string text :
       {"http://\x1b[2J:1\n", "https://a:1\n", "javascript:alert(1)\n", "http://a b\n", "http://\n",
        "http://a:1/<script>\n", "http://a:1", ""}) {
    Bench bench;
    const std::string folder = signs_of(bench);
    REQUIRE(bench.outside().files().create(folder + "/x.sign", "2026-11-18T00:00:00.000Z " + text));
    const auto held = bench.outside().hold(folder + "/x.lock", shell::Queueing::none);
    REQUIRE(held);
    CHECK_MESSAGE(web_link("r-1", bench.site()).empty(), text);
  }
}

TEST_CASE("web sign: of several servers the newest is told") {
  Bench bench;
  const std::string folder = signs_of(bench);
  std::vector<std::shared_ptr<void>> held;
  for (const char* name : {"a", "b", "c"}) {
    held.push_back(*bench.outside().hold(folder + "/" + name + ".lock", shell::Queueing::none));
    REQUIRE(bench.outside().files().create(folder + "/" + name + ".sign",
                                           std::string("2026-11-18T00:00:0") +
                                               (*name == 'b' ? "9" : "1") + ".000Z http://" + name +
                                               ":1\n"));
  }
  CHECK(web_link("r", bench.site()).starts_with("http://b:1/#/w/"));
}

}  // namespace
}  // namespace assay::api
