// SPDX-License-Identifier: MIT
// The pass over the tree: every file is read once, by one of the threads, for all patterns.
#pragma once

#include "adapters/scan/beneath.h"
#include "adapters/scan/pattern_set.h"
#include "adapters/scan/scanner.h"
#include "adapters/scan/scope.h"

#include <sys/types.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace assay::scan {

class PatternScan {
 public:
  /// `never_evidence` must outlive the scan.
  PatternScan(std::string workspace, const Beneath& root,
              std::span<const std::string> never_evidence, const Bounds& bounds);

  /// Must outlive the scan. Returns its number.
  std::uint32_t add(const core::goals::Pattern& pattern);

  Result<> run(unsigned threads);

  core::goals::CheckResult result(std::uint32_t number);

 private:
  /// What is known of one pattern. Written by all threads; the same whatever their order.
  struct Tally {
    std::atomic<std::uint64_t> count{0};
    /// The first file with a match and the line in it: file << 32 | line.
    std::atomic<std::uint64_t> first{UINT64_MAX};
  };
  struct Wanted {
    const core::goals::Pattern* form = nullptr;
    const Scope* scope = nullptr;
  };
  struct Fault {
    std::uint32_t file = 0;
    std::string what;
    bool only_against = false;  ///< it matters only to who says that something is not there
  };
  /// What a file can be evidence for.
  enum class Weight : std::uint8_t {
    full,
    only_against,  ///< ignored by git, behind a link, no text: it can show that something is there
                   ///< that must not be
  };
  struct Listed {
    std::string path;
    Weight weight = Weight::full;
  };
  /// What one thread works with.
  struct Desk {
    explicit Desk(const PatternSet& set) : own(set) {}
    PatternSet::Desk own;
    FileBuffer buffer;
    std::string decoded;  ///< UTF-16 as UTF-8
  };

  Result<> list_files();
  void work();
  void inspect_file(std::uint32_t file, Desk& desk);
  bool is_asked_for(const std::string& path) const;
  void inspect_text(std::uint32_t file, Weight weight, std::string_view text, Desk& desk);
  void confirm(std::uint32_t file, std::uint32_t number, std::string_view text);
  void blame(std::uint32_t file, std::string what, bool only_against = false);
  void list_links(const std::vector<std::string>& links, const std::vector<std::string>& listed,
                  std::vector<Listed>& more);
  bool is_apart(std::string_view path) const;
  bool is_named(const std::string& path) const;
  std::uint64_t files_in(const Scope& scope);
  const std::string& unknown(const Scope& scope, bool against);

  std::string workspace_;
  const Beneath& root_;
  Bounds bounds_;
  std::map<std::vector<std::string>, std::unique_ptr<Scope>> scopes_;
  std::vector<const Scope*> wide_;  ///< scopes that need the whole tree
  std::vector<Wanted> wanted_;
  std::unique_ptr<PatternSet> set_;
  std::vector<format::PathPattern> apart_;
  std::set<std::pair<dev_t, ino_t>> apart_files_;  ///< the same under any other name
  bool any_against_ = false;  ///< some pattern must not be found, or not too often
  bool any_blank_ = false;    ///< some pattern is sought without comments
  std::vector<Listed> files_;
  std::vector<std::string> unread_;      ///< "path: why": links that lead out
  std::vector<std::string> named_;       ///< sorted
  std::vector<std::string> unreadable_;  ///< folders
  std::unique_ptr<Tally[]> tallies_;
  std::atomic<std::uint32_t> next_{0};
  std::atomic<std::uint64_t> confirmed_{0};
  std::atomic<bool> spent_{false};
  std::mutex faults_lock_;
  std::vector<Fault> faults_;
  // Asked for once per scope, since thousands of patterns may share one.
  std::map<const Scope*, std::uint64_t> counted_;
  std::map<std::pair<const Scope*, bool>, std::string> doubts_;
};

}  // namespace assay::scan
