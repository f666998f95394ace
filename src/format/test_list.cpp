// SPDX-License-Identifier: MIT
#include "format/test_list.h"

#include "base/digest.h"
#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "base/text/utf8.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

namespace assay::format {

namespace {

/// Longer names are cut, and stay different by the digest of the whole.
constexpr std::size_t cut_digits = 12;
constexpr std::size_t places_max = 100'000;

void remove_all(std::string& text, std::string_view part) {
  if (part.empty()) return;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
}

std::string cut_id(std::string id) {
  if (id.size() <= test_id_bytes_max) return id;
  const std::string digest = digest_of(id).hex().substr(0, cut_digits);
  return std::string(beginning_of(id, test_id_bytes_max - cut_digits - 1)) + "~" + digest;
}

/// The worst first: numbers given in this order do not depend on the order of the run.
int rank(core::TestOutcome outcome) {
  switch (outcome) {
    case core::TestOutcome::error: return 0;
    case core::TestOutcome::failed: return 1;
    case core::TestOutcome::excused: return 2;
    case core::TestOutcome::skipped: return 3;
    case core::TestOutcome::passed: return 4;
  }
  return 0;
}

}  // namespace

std::int64_t millis_of(std::string_view number, std::string_view unit) {
  double value = 0;
  const auto [stop, fault] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (fault != std::errc{} || value < 0 || value > 1e12) return -1;
  if (unit.starts_with("m") && unit != "m" && !unit.starts_with("min"))
    return static_cast<std::int64_t>(value + 0.5);
  if (unit.starts_with("µ") || unit.starts_with("us") || unit.starts_with("n")) return 0;
  return static_cast<std::int64_t>(value * 1000 + 0.5);
}

TestList::TestList(std::string root, std::shared_ptr<const Masks> masks)
    : root_(std::move(root)), masks_(std::move(masks)) {
  if (!root_.empty() && !root_.ends_with('/')) root_ += '/';
}

/// Addresses change from run to run, and where the workspace lies from copy to copy.
std::string TestList::id_of(std::string_view name) const {
  static const RE2 address(R"(0x[0-9a-fA-F]{6,})");
  // Whatever is longer is no name; its digest still tells it from others.
  constexpr std::size_t looked_at_max = 64U << 10;
  std::string id(trimmed(name.substr(0, looked_at_max)));
  if (name.size() > looked_at_max) id += digest_of(name).hex();
  remove_all(id, root_);
  if (id.find("0x") != std::string::npos) RE2::GlobalReplace(&id, address, "0x");
  if (masks_) id = masked(masks_, id);
  for (char& c : id) {
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  }
  return cut_id(printable(id));
}

std::uint32_t TestList::place_of(std::string_view where) {
  if (where.empty()) return 0;
  const auto known = places_.find(where);
  if (known != places_.end()) return known->second;
  if (places_.size() >= places_max) return 0;
  const auto place = static_cast<std::uint32_t>(place_names_.size());
  place_names_.push_back(id_of(where));
  places_.emplace(std::string(where), place);
  return place;
}

void TestList::keep(const NamedTest& test, std::vector<Entry>& list) {
  if (tests_.size() + restated_.size() >= tests_named_max || bytes_ >= test_bytes_max) {
    ++more_;
    return;
  }
  std::string id = id_of(test.name);
  if (id.empty()) return;
  bytes_ += id.size();
  list.push_back({std::move(id), place_of(test.where), test.outcome, test.millis});
}

void TestList::add(const NamedTest& test) { keep(test, tests_); }

void TestList::restate(const NamedTest& test) { keep(test, restated_); }

void TestList::add_restated() {
  const auto by_id = [](const Entry& a, const Entry& b) {
    return std::tuple(std::string_view(a.id), rank(a.outcome)) <
           std::tuple(std::string_view(b.id), rank(b.outcome));
  };
  std::sort(restated_.begin(), restated_.end(), by_id);
  const std::size_t told = tests_.size();
  for (Entry& entry : restated_) {
    const bool again = tests_.size() > told && tests_.back().id == entry.id;
    const auto end = tests_.begin() + static_cast<std::ptrdiff_t>(told);
    const auto known =
        std::lower_bound(tests_.begin(), end, entry.id,
                         [](const Entry& other, const std::string& id) { return other.id < id; });
    if (again || (known != end && known->id == entry.id)) continue;
    tests_.push_back(std::move(entry));
  }
  restated_.clear();
}

/// Calls `each` with every range of entries that share their id.
template <class Entries, class Each>
void for_each_name(Entries& tests, Each each) {
  for (auto first = tests.begin(); first != tests.end();) {
    const auto last =
        std::find_if(first, tests.end(), [&](const auto& other) { return other.id != first->id; });
    if (last - first > 1) each(first, last);
    first = last;
  }
}

void TestList::tell_apart() {
  for_each_name(tests_, [&](auto first, auto last) {
    const std::uint32_t place = first->where;
    const bool apart =
        std::any_of(first, last, [&](const Entry& other) { return other.where != place; });
    if (!apart) return;
    std::for_each(first, last, [&](Entry& entry) {
      if (entry.where != 0) entry.id = cut_id(place_names_[entry.where] + " > " + entry.id);
    });
  });
}

void TestList::number() {
  for_each_name(tests_, [](auto first, auto last) {
    const std::string name = first->id;
    std::int64_t count = 1;
    for (auto each = std::next(first); each != last; ++each)
      each->id = cut_id(name + " #" + std::to_string(++count));
  });
}

core::TestResults TestList::take() {
  const auto sort = [this] {
    std::stable_sort(tests_.begin(), tests_.end(), [](const Entry& a, const Entry& b) {
      return std::tuple(std::string_view(a.id), rank(a.outcome)) <
             std::tuple(std::string_view(b.id), rank(b.outcome));
    });
  };
  sort();
  add_restated();
  sort();
  tell_apart();
  sort();
  number();
  sort();
  core::TestResults results;
  results.tests.reserve(tests_.size());
  for (Entry& entry : tests_) {
    // A name that looks like a number given here: one of the two is left.
    if (!results.tests.empty() && results.tests.back().id == entry.id) continue;
    results.tests.push_back({std::move(entry.id), entry.outcome, entry.millis});
  }
  results.more = more_;
  tests_.clear();
  return results;
}

}  // namespace assay::format
