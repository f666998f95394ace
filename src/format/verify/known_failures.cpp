// SPDX-License-Identifier: MIT
#include "format/verify/known_failures.h"

#include "base/quoted.h"
#include "base/text/ascii.h"
#include "base/text/glob.h"
#include "format/yaml/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>

namespace assay::format {

namespace {

using core::verify::KnownFailure;

constexpr std::size_t lines_max = 10'000;

/// Fewer letters than this beside wildcards name nothing.
constexpr std::ptrdiff_t letters_least = 3;

bool names_something(std::string_view glob) {
  if (!is_glob(glob)) return true;
  return std::count_if(glob.begin(), glob.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                  static_cast<unsigned char>(c) >= 0x80;
         }) >= letters_least;
}

bool is_day(std::string_view text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  const auto number = [&](std::size_t at, std::size_t size, auto& into) {
    const char* const end = text.data() + at + size;
    const auto read = std::from_chars(text.data() + at, end, into);
    return read.ec == std::errc{} && read.ptr == end;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  if (!number(0, 4, year) || !number(5, 2, month) || !number(8, 2, day)) return false;
  return std::chrono::year_month_day{std::chrono::year{year}, std::chrono::month{month},
                                     std::chrono::day{day}}
      .ok();
}

class KnownReader {
 public:
  KnownReader(std::string_view name, std::string_view today) : log_(name), today_(today) {}

  KnownReading read(std::string_view text);

 private:
  void read_line(const YamlNode& node);
  void read_key(const YamlNode& key, const YamlNode& value, KnownFailure& line);
  void check(const YamlNode& node, const KnownFailure& line);

  ProblemLog log_;
  std::string_view today_;
  KnownReading reading_;
};

KnownReading KnownReader::read(std::string_view text) {
  const YamlReading yaml = read_yaml(text);
  for (const YamlFault& fault : yaml.faults) log_.add(fault.line, "", fault.what);
  const YamlNode& root = yaml.root;
  if (yaml.faults.empty() && root.kind != YamlNode::Kind::list && root.kind != YamlNode::Kind::null)
    log_.add(root.line, "", "is no list: one entry per line, with test, reason, owner and until");
  if (root.items.size() > lines_max && root.kind == YamlNode::Kind::list)
    log_.add(root.line, "", fmt::format("has more than {} entries", lines_max));
  if (root.kind == YamlNode::Kind::list && log_.empty())
    for (const YamlNode& node : root.items) read_line(node);
  if (!log_.empty()) reading_.lines.clear();
  reading_.problems = log_.by_line();
  return std::move(reading_);
}

void KnownReader::read_line(const YamlNode& node) {
  KnownFailure line;
  line.line = node.line;
  if (node.kind != YamlNode::Kind::map)
    return log_.add(node.line, "", "is no entry: write {test: ..., reason: ..., until: ...}");
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2)
    read_key(node.items[i], node.items[i + 1], line);
  check(node, line);
  line.expired = !line.until.empty() && line.until < today_;
  reading_.lines.push_back(std::move(line));
}

void KnownReader::read_key(const YamlNode& key, const YamlNode& value, KnownFailure& line) {
  struct Key {
    std::string_view name;
    std::string KnownFailure::*at;
  };
  constexpr std::array<Key, 4> keys = {{{"test", &KnownFailure::test},
                                        {"reason", &KnownFailure::reason},
                                        {"owner", &KnownFailure::owner},
                                        {"until", &KnownFailure::until}}};
  const auto* known = std::find_if(keys.begin(), keys.end(),
                                   [&](const Key& each) { return each.name == key.text; });
  if (known == keys.end())
    return log_.add(key.line, "", unknown_key(key.text, {"test", "reason", "owner", "until"}));
  if (value.kind != YamlNode::Kind::scalar)
    return log_.add(value.line, std::string(known->name), "must be a text");
  if (!(line.*(known->at)).empty())
    return log_.add(key.line, std::string(known->name), "is there twice");
  line.*(known->at) = value.text;
}

void KnownReader::check(const YamlNode& node, const KnownFailure& line) {
  if (trimmed(line.test).empty()) {
    log_.add(node.line, "", "missing key 'test'");
  } else if (!names_something(line.test)) {
    log_.add(node.line, "test", quoted(line.test) + " fits almost every test: name the tests");
  }
  if (!line.until.empty() && !is_day(line.until))
    log_.add(node.line, "until", quoted(line.until) + " is no day: write it like 2026-12-31");
}

}  // namespace

KnownReading read_known_failures(std::string_view name, std::string_view text,
                                 std::string_view today) {
  return KnownReader(name, today).read(text);
}

}  // namespace assay::format
