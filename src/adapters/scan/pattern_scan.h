// SPDX-License-Identifier: MIT
// The pass over the tree: every file is read once, by one of the threads, for all patterns.
#pragma once

#include "adapters/scan/beneath.h"
#include "adapters/scan/pattern_set.h"
#include "adapters/scan/scanner.h"
#include "adapters/scan/scope.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace assay::scan {

class PatternScan {
 public:
  PatternScan(std::string workspace, const Beneath& root, const Bounds& bounds)
      : workspace_(std::move(workspace)), root_(root), bounds_(bounds) {}

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
  };
  /// What one thread works with.
  struct Desk {
    explicit Desk(const PatternSet& set) : own(set) {}
    PatternSet::Desk own;
    FileBuffer buffer;
  };

  Result<> list_files();
  void work();
  void inspect_file(std::uint32_t file, Desk& desk);
  bool is_asked_for(const std::string& path) const;
  void confirm(std::uint32_t file, std::uint32_t number, std::string_view text);
  void blame(std::uint32_t file, std::string what);
  bool is_named(const std::string& path) const;
  std::uint64_t files_in(const Scope& scope);
  const std::string& unknown(const Scope& scope);

  std::string workspace_;
  const Beneath& root_;
  Bounds bounds_;
  std::map<std::vector<std::string>, std::unique_ptr<Scope>> scopes_;
  std::vector<const Scope*> wide_;  ///< scopes that need the whole tree
  std::vector<Wanted> wanted_;
  std::unique_ptr<PatternSet> set_;
  std::vector<std::string> files_;
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
  std::map<const Scope*, std::string> doubts_;
};

}  // namespace assay::scan
