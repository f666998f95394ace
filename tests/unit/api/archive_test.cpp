// SPDX-License-Identifier: MIT
#include "api/archive.h"

#include "api/verify.h"
#include "unit/api/bench.h"

namespace assay::api {
namespace {

constexpr const char* one_gate =
    "version: 1\nverify:\n  commands:\n    - {id: good, command: 'test -f README'}\n";

Archive archive_of(Bench& bench) {
  return Archive(
      bench.outside(),
      [&bench](const Place& place) {
        return Site{bench.outside(), place, ""};
      },
      bench.site().place.state);
}

TEST_CASE("archive: a list is read again when the ledger has changed, and not before") {
  Bench bench;
  bench.write("assay.yaml", one_gate);
  REQUIRE(run_verify({.run_id = "one"}, bench.site(), bench.nobody));
  Archive archive = archive_of(bench);
  const auto shelves = archive.shelves();
  REQUIRE(shelves.size() == 1);
  const auto first = archive.runs(shelves.front());
  REQUIRE(first);
  REQUIRE((*first)->runs.size() == 1);
  CHECK((*first)->runs.front().state == RunState::passed);
  CHECK(archive.runs(shelves.front()).take() == *first);  // the very same list
  REQUIRE(run_verify({.run_id = "two"}, bench.site(), bench.nobody));
  const auto second = archive.runs(shelves.front());
  REQUIRE(second);
  CHECK((*second)->version > (*first)->version);
  CHECK((*second)->runs.size() == 2);
  CHECK((*second)->runs.front().row.run_id == "two");
}

TEST_CASE("archive: of a long list only the newest runs are read again, and none is lost") {
  Bench bench;
  bench.write("assay.yaml", one_gate);
  const auto ids = [](const RunList& list) {
    std::string all;
    for (const ListedRun& run : list.runs) all += run.row.run_id + " ";
    return all;
  };
  Archive archive = archive_of(bench);
  archive.newest_read = 2;
  for (const char* id : {"a", "b", "c", "d"})
    REQUIRE(run_verify({.run_id = id}, bench.site(), bench.nobody));
  const Shelf shelf = archive.shelves().front();
  CHECK(ids(**archive.runs(shelf)) == "d c b a ");
  REQUIRE(run_verify({.run_id = "e"}, bench.site(), bench.nobody));
  CHECK(ids(**archive.runs(shelf)) == "e d c b a ");
  // More came than are read: where the known ones begin cannot be told, so all are read.
  for (const char* id : {"f", "g", "h"})
    REQUIRE(run_verify({.run_id = id}, bench.site(), bench.nobody));
  CHECK(ids(**archive.runs(shelf)) == "h g f e d c b a ");
}

TEST_CASE("archive: a workspace is found by its id alone, and nothing else is") {
  Bench bench;
  bench.write("assay.yaml", one_gate);
  Archive archive = archive_of(bench);
  const std::string id = shelf_id(bench.site().place.state);
  CHECK_FALSE(archive.shelf(id));  // no run yet
  REQUIRE(run_verify({.run_id = "one"}, bench.site(), bench.nobody));
  const auto shelf = archive.shelf(id);
  REQUIRE(shelf);
  CHECK(shelf->place.workspace == bench.site().place.workspace);
  for (const char* other : {"", "..", "../state", "last"}) CHECK_FALSE(archive.shelf(other));
  std::size_t looked = 0;
  const auto look = [&](const Dossier& dossier, const Site&) -> Reply<> {
    looked += dossier.steps.size();
    return {};
  };
  CHECK(archive.look(id, "last", look));
  CHECK(looked > 2);
  CHECK_FALSE(archive.look(id, "no-such-run", look));
}

}  // namespace
}  // namespace assay::api
