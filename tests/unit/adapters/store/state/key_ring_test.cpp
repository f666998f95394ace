// SPDX-License-Identifier: MIT
#include "adapters/store/state/key_ring.h"

#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>

namespace assay::state {
namespace {

namespace fs = std::filesystem;

struct Ring {
  support::TempDir dir;
  std::string keys = dir / "state/keys";
  shell::Keys::AskRuns runs = [] { return Result<shell::RunHeads>(shell::RunHeads{{"r1", "ab"}}); };

  KeyRing open() const {
    auto state = StateDirectory::create(dir / "state");
    REQUIRE(state);
    return KeyRing(std::make_shared<const StateDirectory>(state.take()));
  }
};

// Whoever makes the first key writes the list, the public key, the private key, and then gives the
// list its name. The states between are those that a kill leaves.
TEST_CASE("keys: whoever is killed while the first key is made leaves nothing that blocks") {
  const Ring ring;
  REQUIRE(ring.open().take_turn(ring.runs));
  SUBCASE("killed before the private key was there") {
    fs::rename(ring.keys + "/before", ring.keys + "/before.first");
    fs::remove(ring.keys + "/private.pem");
  }
  SUBCASE("killed before the list had its name") {
    fs::rename(ring.keys + "/before", ring.keys + "/before.first");
  }
  CHECK(ring.open().runs_before());
  const auto turn = ring.open().take_turn(ring.runs);
  REQUIRE_MESSAGE(turn, turn.error().what);
  CHECK(fs::exists(ring.keys + "/before"));
  CHECK_FALSE(fs::exists(ring.keys + "/before.first"));
  const auto before = ring.open().runs_before();
  REQUIRE(before);
  CHECK(*before == shell::RunHeads{{"r1", "ab"}});
}

TEST_CASE("keys: a key that was taken away is no first key") {
  const Ring ring;
  REQUIRE(ring.open().take_turn(ring.runs));
  fs::remove(ring.keys + "/private.pem");
  const auto turn = ring.open().take_turn(ring.runs);
  REQUIRE_FALSE(turn);
  CHECK(turn.error().what.find("keys/private.pem is missing") == 0);
}

TEST_CASE("keys: a list that the key does not name is not taken, whatever it is called") {
  const Ring ring;
  REQUIRE(ring.open().take_turn(ring.runs));
  fs::copy_file(ring.keys + "/private.pem", ring.keys + "/before.first");
  REQUIRE(ring.open().take_turn(ring.runs));
  CHECK(ring.open().runs_before());
  fs::rename(ring.keys + "/before.first", ring.keys + "/before");
  CHECK_FALSE(ring.open().runs_before());
}

}  // namespace
}  // namespace assay::state
