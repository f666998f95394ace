// SPDX-License-Identifier: MIT
// Many patterns at once: which of them may be in a text is found out in one pass, and only those
// are looked for one by one. RE2 decides; the pass before it may only ever say too much.
#pragma once

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct hs_database;
struct hs_scratch;

namespace assay::scan {

class PatternSet {
 public:
  /// What one thread needs for looking.
  class Desk {
   public:
    explicit Desk(const PatternSet& set);
    ~Desk();
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    /// False if there was not enough memory; then every pattern is a candidate.
    bool is_ready() const { return ready_; }

   private:
    friend class PatternSet;
    hs_scratch* scratch_ = nullptr;
    bool ready_ = true;
    bool everything_ = false;
    std::vector<std::uint32_t> hits_;
    std::vector<int> atoms_;
    std::vector<int> potentials_;
    std::string valid_;  ///< the text without what is no UTF-8
  };

  /// The patterns must be RE2's; one that needs too much memory is left out, see is_usable.
  explicit PatternSet(const std::vector<std::string>& patterns);
  ~PatternSet();
  PatternSet(const PatternSet&) = delete;
  PatternSet& operator=(const PatternSet&) = delete;

  bool is_usable(std::uint32_t pattern) const {
    return plain_[pattern] || expressions_[pattern] != nullptr;
  }

  /// Patterns that may be in the text, ascending, each once: all that are, and perhaps more.
  const std::vector<std::uint32_t>& candidates(std::string_view text, Desk& desk) const;

  struct Matches {
    std::uint64_t count = 0;
    std::size_t first = 0;  ///< where the first begins
  };
  /// Matches that do not overlap, from left to right; at most `most`.
  Matches count(std::uint32_t pattern, std::string_view text, std::uint64_t most) const;

  /// How many patterns the one pass looks for themselves, how many by texts they must contain, and
  /// how many it leaves to RE2 altogether. For measurements and tests.
  struct Coverage {
    std::size_t exact = 0;
    std::size_t by_text = 0;
    std::size_t none = 0;
  };
  Coverage coverage() const;

 private:
  struct Expression {
    std::string text;
    unsigned flags = 0;
    unsigned id = 0;
  };

  void sort_out_vague();
  std::vector<Expression> plan() const;
  void compile();
  static int on_match(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                      void* context);

  std::vector<std::string> patterns_;
  std::vector<bool> plain_;                ///< without operators: the text itself
  std::vector<const RE2*> expressions_;    ///< of the others; null: not usable
  std::vector<std::uint32_t> everything_;  ///< all that are usable
  std::vector<std::uint32_t> exact_;       ///< in the database themselves
  std::vector<std::uint32_t> filtered_;    ///< by their number in `filter_`
  std::vector<bool> vague_;                ///< by the same number: no text filters it
  std::vector<std::uint32_t> always_;      ///< candidates whatever the text is
  std::unique_ptr<re2::FilteredRE2> filter_;
  std::vector<std::string> atoms_;  ///< texts that filtered patterns must contain
  std::vector<int> presumed_;       ///< atoms that the pass cannot look for
  bool needs_utf8_ = false;
  hs_database* database_ = nullptr;
};

/// True for patterns that Vectorscan reads exactly as RE2 does. Said of too few rather than too
/// many.
bool is_tame(std::string_view pattern);

}  // namespace assay::scan
