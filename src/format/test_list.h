// SPDX-License-Identifier: MIT
// Collects the tests that a runner or a report names, and gives each an id: the name it was told,
// within bounds, without what changes from run to run, without secrets, safe to show. Tests of the
// same name get where they stand in front (file, package, suite), or else a number.
#pragma once

#include "core/evidence/outcomes.h"
#include "format/text/mask.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

inline constexpr std::size_t tests_named_max = 1'000'000;
inline constexpr std::size_t test_id_bytes_max = 300;
inline constexpr std::size_t test_bytes_max = std::size_t{96} << 20;

/// One test as it is told.
struct NamedTest {
  std::string_view name;
  core::TestOutcome outcome = core::TestOutcome::error;
  std::int64_t millis = -1;
  std::string_view where = {};  ///< told apart by it from others of its name; may be empty
};

class TestList {
 public:
  /// `root`: paths below it are told from there. `masks` may be null.
  explicit TestList(std::string root = {}, std::shared_ptr<const Masks> masks = {});

  void add(const NamedTest& test);
  /// The same test may have been told of before; then this says nothing new.
  void restate(const NamedTest& test);
  bool empty() const { return tests_.empty() && restated_.empty(); }

  core::TestResults take();

 private:
  struct Entry {
    std::string id;
    std::uint32_t where = 0;
    core::TestOutcome outcome = core::TestOutcome::error;
    std::int64_t millis = -1;
  };

  void keep(const NamedTest& test, std::vector<Entry>& list);
  std::string id_of(std::string_view name) const;
  std::uint32_t place_of(std::string_view where);
  void add_restated();
  void tell_apart();
  void number();

  std::string root_;
  std::shared_ptr<const Masks> masks_;
  std::vector<Entry> tests_;
  std::vector<Entry> restated_;
  std::map<std::string, std::uint32_t, std::less<>> places_;
  std::vector<std::string> place_names_{""};
  std::size_t bytes_ = 0;
  std::uint64_t more_ = 0;
};

/// "12 ms", "0.01 sec", "1.5s", "299µs" in milliseconds; -1: no time.
std::int64_t millis_of(std::string_view number, std::string_view unit);

}  // namespace assay::format
