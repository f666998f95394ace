// SPDX-License-Identifier: MIT
#include "adapters/scan/pattern_scan.h"

#include "adapters/scan/listing.h"
#include "base/text/utf16.h"
#include "format/goals/blank.h"
#include "format/phrase/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

namespace assay::scan {

using core::goals::Blank;
using core::goals::CheckResult;
using core::goals::CheckStatus;
using core::goals::Pattern;

namespace {

constexpr std::size_t binary_window = 8192;
constexpr std::size_t faults_max = 100;

/// One match is enough, so a file behind the first one with a match has nothing to add.
bool is_settled_by_first(const Pattern& form) { return form.min == 1 && !form.max; }

/// UTF-32 and compressed text under the name of a source is not searched.
std::string_view is_sealed(std::string_view path, std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "is UTF-32";
  if (!format::is_source(path)) return {};
  for (const std::string_view mark : {"\x1F\x8B"sv,
                                      "\xFD"
                                      "7zXZ"sv,
                                      "BZh9"sv, "\x28\xB5\x2F\xFD"sv, "PK\x03\x04"sv}) {
    if (text.starts_with(mark)) return "is compressed";
  }
  return {};
}

bool is_binary(std::string_view text) {
  return text.substr(0, binary_window).find('\0') != std::string_view::npos;
}

std::uint64_t line_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
}

void lower_to(std::atomic<std::uint64_t>& value, std::uint64_t candidate) {
  std::uint64_t seen = value.load(std::memory_order_relaxed);
  while (candidate < seen && !value.compare_exchange_weak(seen, candidate)) continue;
}

}  // namespace

PatternScan::PatternScan(std::string workspace, const Beneath& root,
                         std::span<const std::string> never_evidence, const Bounds& bounds)
    : workspace_(std::move(workspace)), root_(root), bounds_(bounds) {
  for (const std::string& glob : never_evidence) apart_.emplace_back(glob);
  apart_.emplace_back("**/.task/IMPL-*.json");  // what another phase promised is no proof either
}

bool PatternScan::is_apart(std::string_view path) const {
  return std::any_of(apart_.begin(), apart_.end(),
                     [&](const format::PathPattern& glob) { return glob.matches(path); });
}

std::uint32_t PatternScan::add(const Pattern& pattern) {
  std::unique_ptr<Scope>& scope = scopes_[pattern.paths];
  if (!scope) {
    scope = std::make_unique<Scope>(pattern.paths, root_);
    if (scope->is_wide()) wide_.push_back(scope.get());
    named_.insert(named_.end(), scope->named().begin(), scope->named().end());
  }
  any_against_ = any_against_ || pattern.max;
  any_blank_ = any_blank_ || pattern.blank != Blank::nothing;
  wanted_.push_back({&pattern, scope.get()});
  return static_cast<std::uint32_t>(wanted_.size() - 1);
}

Result<> PatternScan::run(unsigned threads) {
  if (wanted_.empty()) return {};
  std::vector<std::string> patterns;
  for (const Wanted& each : wanted_) patterns.push_back(each.form->pattern);
  tallies_ = std::make_unique<Tally[]>(wanted_.size());
  // Listing waits for the disk while compiling keeps a core busy.
  Result<> listed;
  std::thread lister([this, &listed] { listed = list_files(); });
  set_ = std::make_unique<PatternSet>(patterns);
  lister.join();
  TRY(std::move(listed));
  std::vector<std::thread> others;
  for (unsigned i = 1; i < std::min<std::size_t>(std::max(threads, 1U), files_.size()); ++i) {
    others.emplace_back([this] { work(); });
  }
  work();
  for (std::thread& each : others) each.join();
  std::sort(faults_.begin(), faults_.end(),
            [](const Fault& a, const Fault& b) { return a.file < b.file; });
  return {};
}

Result<> PatternScan::list_files() {
  std::sort(named_.begin(), named_.end());
  named_.erase(std::unique(named_.begin(), named_.end()), named_.end());
  std::vector<std::string> paths = named_;
  std::vector<Listed> more;
  if (!wide_.empty()) {
    Listing listing(workspace_, root_);
    const std::vector<std::string> listed = TRY(listing.run());
    unreadable_ = listing.unreadable();
    paths.clear();
    std::set_union(listed.begin(), listed.end(), named_.begin(), named_.end(),
                   std::back_inserter(paths));
    if (any_against_) {
      for (std::string& path : listing.take_ignored()) {
        if (!is_named(path)) more.push_back({std::move(path), Weight::only_against});
      }
      list_links(listing.links(), listed, more);
    }
  }
  for (const std::string& path : paths) {
    if (!is_apart(path)) continue;
    const Sight sight = root_.look(path, LastLink::keep);
    if (sight.problem == 0) apart_files_.insert({sight.status.st_dev, sight.status.st_ino});
  }
  std::erase_if(paths, [this](const std::string& path) { return is_apart(path); });
  std::erase_if(more, [this](const Listed& file) { return is_apart(file.path); });
  files_ = std::move(more);
  for (std::string& path : paths) files_.push_back({std::move(path), Weight::full});
  std::sort(files_.begin(), files_.end(),
            [](const Listed& a, const Listed& b) { return a.path < b.path; });
  return {};
}

/// What a link leads to inside the tree is listed under its own name; what git ignores there, and
/// what lies outside, is not.
void PatternScan::list_links(const std::vector<std::string>& links,
                             const std::vector<std::string>& listed, std::vector<Listed>& more) {
  for (const std::string& link : links) {
    const Sight sight = root_.look(link, LastLink::follow);
    if (sight.is_missing()) continue;
    const std::string target = root_.leads_to(link);
    if (sight.problem != 0 || target.empty()) {
      unread_.push_back(link);
      continue;
    }
    if (S_ISREG(sight.status.st_mode)) {
      if (!std::binary_search(listed.begin(), listed.end(), target))
        more.push_back({link, Weight::only_against});
      continue;
    }
    const auto below = std::lower_bound(listed.begin(), listed.end(), target + "/");
    const bool known = target == "." || (below != listed.end() && below->starts_with(target + "/"));
    if (S_ISDIR(sight.status.st_mode) && !known) unread_.push_back(link);
  }
}

void PatternScan::work() {
  constexpr std::uint32_t batch = 8;
  Desk desk(*set_);
  for (;;) {
    const std::uint32_t begin = next_.fetch_add(batch);
    const auto end =
        static_cast<std::uint32_t>(std::min<std::size_t>(begin + batch, files_.size()));
    if (begin >= end || spent_.load()) return;
    for (std::uint32_t file = begin; file < end; ++file) inspect_file(file, desk);
  }
}

bool PatternScan::is_named(const std::string& path) const {
  return std::binary_search(named_.begin(), named_.end(), path);
}

/// Reading a file that no pattern is about would be wasted; asking each of very many scopes too.
bool PatternScan::is_asked_for(const std::string& path) const {
  constexpr std::size_t scopes_worth_asking = 32;
  if (wide_.size() > scopes_worth_asking || is_named(path)) return true;
  return std::any_of(wide_.begin(), wide_.end(),
                     [&path](const Scope* scope) { return scope->has(path); });
}

void PatternScan::inspect_file(std::uint32_t file, Desk& desk) {
  const auto& [path, weight] = files_[file];
  if (!is_asked_for(path)) return;
  Sight sight;
  const bool follows = is_named(path) || weight == Weight::only_against;
  const os::Descriptor opened =
      follows ? root_.open_file(path, sight) : root_.open_listed(path, sight);
  if (!opened) {
    // Gone, or replaced by something else: then it is no file of the tree.
    if (sight.problem != 0 && !sight.is_missing() && !sight.is_outside()) blame(file, told(sight));
    return;
  }
  int problem = 0;
  const auto size = static_cast<std::size_t>(sight.status.st_size);
  // Whether it is text shows at its beginning, however large it is.
  if (size > bounds_.file_bytes_max) {
    char head[binary_window];
    const ssize_t got = ::pread(opened.get(), head, sizeof head, 0);
    const bool binary = got > 0 && is_binary({head, static_cast<std::size_t>(got)});
    // Nobody writes sources of that size; one that has the name of a source is not passed over.
    if (binary && !format::is_source(path)) return;
    return blame(file, fmt::format("is larger than {} MiB", bounds_.file_bytes_max >> 20), binary);
  }
  if (!desk.buffer.read(opened.get(), size, bounds_.file_bytes_max, problem)) {
    return blame(file, problem == EFBIG
                           ? fmt::format("is larger than {} MiB", bounds_.file_bytes_max >> 20)
                           : std::strerror(problem));
  }
  const std::string_view text = desk.buffer.text();
  const bool linked = sight.status.st_nlink > 1 &&
                      apart_files_.contains({sight.status.st_dev, sight.status.st_ino});
  if (linked) return;
  if (const std::string_view sealed = is_sealed(path, text); !sealed.empty())
    blame(file, std::string(sealed), true);
  if (utf16_as_utf8(text, desk.decoded)) return inspect_text(file, weight, desk.decoded, desk);
  // A zero byte makes no text of it. It can still hold what must not be there.
  const bool binary = is_binary(text);
  if (!binary || any_against_)
    inspect_text(file, binary ? Weight::only_against : weight, text, desk);
}

void PatternScan::inspect_text(std::uint32_t file, Weight weight, std::string_view text,
                               Desk& desk) {
  const auto counts = [&](std::uint32_t number) {
    return weight == Weight::full || wanted_[number].form->max;
  };
  for (const std::uint32_t number : set_->candidates(text, desk.own)) {
    if (counts(number) && wanted_[number].form->blank == Blank::nothing)
      confirm(file, number, text);
  }
  if (!any_blank_) return;
  for (const Blank blank : {Blank::comments, Blank::comments_and_strings}) {
    const bool asked = std::any_of(wanted_.begin(), wanted_.end(), [&](const Wanted& wanted) {
      return wanted.form->blank == blank && wanted.scope->has(files_[file].path);
    });
    if (!asked) continue;
    const std::string code = format::blanked(files_[file].path, text, blank);
    for (const std::uint32_t number : set_->candidates(code, desk.own)) {
      if (counts(number) && wanted_[number].form->blank == blank) confirm(file, number, code);
    }
  }
}

void PatternScan::confirm(std::uint32_t file, std::uint32_t number, std::string_view text) {
  const Wanted& wanted = wanted_[number];
  Tally& tally = tallies_[number];
  const bool first_only = is_settled_by_first(*wanted.form);
  if (first_only && (tally.first.load(std::memory_order_relaxed) >> 32U) < file) return;
  if (!wanted.scope->has(files_[file].path)) return;
  if (confirmed_.fetch_add(text.size()) > bounds_.confirm_bytes_max) {
    spent_.store(true);
    return;
  }
  const PatternSet::Matches matches = set_->count(number, text, first_only ? 1 : UINT64_MAX);
  if (matches.count == 0) return;
  tally.count.fetch_add(matches.count, std::memory_order_relaxed);
  lower_to(tally.first, (static_cast<std::uint64_t>(file) << 32U) | line_at(text, matches.first));
}

void PatternScan::blame(std::uint32_t file, std::string what, bool only_against) {
  const std::lock_guard<std::mutex> lock(faults_lock_);
  if (faults_.size() < faults_max) faults_.push_back({file, std::move(what), only_against});
}

std::uint64_t PatternScan::files_in(const Scope& scope) {
  const auto [known, fresh] = counted_.try_emplace(&scope, 0);
  if (fresh) {
    known->second = static_cast<std::uint64_t>(
        std::count_if(files_.begin(), files_.end(), [&scope](const Listed& file) {
          return file.weight == Weight::full && scope.has(file.path);
        }));
  }
  return known->second;
}

/// Why the number of matches in these files is not known; empty if it is. `against`: what was not
/// read could hold what must not be there.
const std::string& PatternScan::unknown(const Scope& scope, bool against) {
  const auto [known, fresh] = doubts_.try_emplace({&scope, against});
  std::string& doubt = known->second;
  if (!fresh) return doubt;
  if (spent_.load()) doubt = "the patterns are too vague for a tree of this size";
  if (scope.is_wide() && !unreadable_.empty()) doubt = unreadable_.front() + ": cannot be read";
  for (const Fault& fault : faults_) {
    if (fault.only_against && !against) continue;
    const std::string& path = files_[fault.file].path;
    if (doubt.empty() && scope.has(path)) doubt = path + ": " + fault.what;
  }
  return doubt;
}

CheckResult PatternScan::result(std::uint32_t number) {
  const Pattern& form = *wanted_[number].form;
  const Scope& scope = *wanted_[number].scope;
  if (!set_->is_usable(number)) {
    return {CheckStatus::could_not_check, "the pattern is too large", "", 0};
  }
  if (!scope.faults().empty()) return {CheckStatus::gap, scope.faults().front(), "", 0};
  for (const std::string& path : scope.named()) {
    if (is_apart(path))
      return {CheckStatus::gap, path + " speaks of the phase itself and proves nothing", path, 0};
  }
  const std::uint64_t count = tallies_[number].count.load();
  const std::uint64_t first = tallies_[number].first.load();
  CheckResult result;
  if (first != UINT64_MAX) {
    result.path = files_[static_cast<std::size_t>(first >> 32U)].path;
    result.line = static_cast<std::uint32_t>(first & UINT32_MAX);
  }
  const auto times = [](std::uint64_t n) { return n == 1 ? "once" : fmt::format("{} times", n); };
  if (form.max && count > *form.max) {
    result.status = CheckStatus::gap;
    result.actual = fmt::format("found {}, first at {}:{}", times(count), result.path, result.line);
    return result;
  }
  const bool enough = count >= form.min;
  // More can only help when there is no upper bound; otherwise what was not seen matters.
  if (!enough || form.max) {
    if (form.max && scope.is_wide()) {
      for (const std::string& link : unread_) {
        if (scope.has(link))
          return {CheckStatus::gap, link + " was not read: it is a link that leads elsewhere", link,
                  0};
      }
    }
    const std::string& why = unknown(scope, form.max.has_value());
    if (!why.empty()) return {CheckStatus::could_not_check, why, "", 0};
    const std::uint64_t files = files_in(scope);
    if (files == 0) return {CheckStatus::gap, "no file is meant by it", "", 0};
    result.actual = fmt::format("found {} in {} file{}", count == 0 ? "nowhere" : times(count),
                                files, files == 1 ? "" : "s");
  } else {
    result.actual = fmt::format("{}:{}", result.path, result.line);
  }
  result.status = enough ? CheckStatus::ok : CheckStatus::gap;
  return result;
}

}  // namespace assay::scan
