// SPDX-License-Identifier: MIT
// Walks the syntax of a command once, collects findings, and works out how the whole can end.
#pragma once

#include "core/evidence/lint.h"
#include "format/shell/flow.h"
#include "format/shell/invocation.h"
#include "format/shell/parser.h"
#include "format/shell/rehearsal.h"
#include "format/shell/sources.h"
#include "format/shell/status.h"
#include "format/shell/syntax.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format::shell {

/// What a shell remembers from one command to the next.
struct Surroundings {
  bool errexit = false;
  bool pipefail = false;
  bool in_trap = false;
  bool detach_counts = true;      ///< not in a container or on another machine
  bool observed = true;           ///< a bash that reports failures nobody looks at, see observed.h
  bool children_observed = true;  ///< the shells it starts report as well
  bool answering = false;         ///< right of `||`: what it does is said about a failure
  std::string folder;             ///< where it works, as far as that is known
  int scope = 0;                  ///< functions are known in one shell, not in the shells it starts
  int scripts = 0;                ///< how many scripts deep
  Flow::Ways last = Flow::ok;     ///< how the command before ended, for `exit $?`
  Values values;                  ///< of variables that are set once and for all
  std::vector<std::string> own_path;  ///< folders of the workspace that were put into PATH
};

/// How the text is looked at.
struct Angle {
  /// The second look: commands that only show, ask or tidy up count as if they could not fail. What
  /// then cannot fail any more had its one real check thrown away: `./check || tail log`.
  bool only_checks = false;
  bool of_file = false;  ///< a script, not the command itself
  int depth = 0;         ///< files within files
  Sources sources;
};

/// Whether a failure ends the shell under `set -e`: not in conditions, nor left of `&&` and `||`.
enum class Errexit { obeyed, suspended };

class Judge {
 public:
  Judge(std::string_view text, core::CommandLint& lint, Angle angle = {})
      : text_(text), lint_(lint), angle_(std::move(angle)) {}

  Flow list(const List& list, Surroundings& around, Errexit errexit = Errexit::obeyed);
  /// The list of a whole shell; says so if it switches off `-e` or `pipefail` and does not make up
  /// for it.
  Flow shell(const List& list, Surroundings& around);
  void report(core::LintRule rule, Span at, std::string why);
  /// At most 60 bytes of the command, valid UTF-8 without control characters.
  std::string excerpt(Span at) const;

 private:
  /// How a function ends, and the options it leaves changed.
  struct Called {
    Flow flow;
    std::optional<bool> errexit;
    std::optional<bool> pipefail;
  };
  enum class Occasion { defined, called, called_under_errexit };

  Flow sequence(const List& list, Surroundings& around, Errexit errexit);
  Flow item(const Item& item, Surroundings& around, Errexit errexit);
  Flow pipeline(std::span<const Command> commands, Surroundings& around, Errexit errexit);
  Flow piped(std::span<const Command> commands, Surroundings& around);
  Flow command(const Command& command, Surroundings& around, Errexit errexit);
  Flow compound(const Command& command, Surroundings& around, Errexit errexit);
  Flow subshell(const List& inside, Surroundings around, Errexit errexit);
  Flow branch(const Command& command, Surroundings& around, Errexit errexit);
  Flow loop(const Command& command, Surroundings& around, Errexit errexit);
  Flow choice(const Command& command, Surroundings& around, Errexit errexit);
  Flow define(const Command& command, const Surroundings& around);
  Flow call(const Command& definition, Surroundings& around, Errexit errexit, Occasion occasion);

  Flow simple(const Command& command, Surroundings& around, Errexit errexit);
  Flow invoked(const Command& command, Words words, Surroundings& around, Errexit errexit);
  std::optional<Flow> builtin(const Command& command, Words words, Surroundings& around,
                              Errexit errexit);
  std::optional<Flow> leave(std::string_view name, Words words, const Surroundings& around) const;
  std::optional<Flow> choice_by_status(const Command& command, Surroundings& around,
                                       Errexit errexit);
  std::optional<Flow::Ways> left_by_hand(const Word& word, const Surroundings& around) const;
  std::optional<Flow::Ways> left_by_nobody(std::string_view raw, const Surroundings& around) const;
  Flow test(Words words, const Surroundings& around) const;
  Flow arithmetic(const Word& expression, const Surroundings& around) const;
  const Word& filled_in(const Word& word, const Surroundings& around);
  static void note_path(const Command& command, Surroundings& around);
  bool is_left(const Command& command) const;
  void keep_values(const Command& command, Surroundings& around) const;
  bool is_plain(std::string_view name) const;
  bool last_asks() const;
  std::string program_meant(const Word& word) const;
  std::optional<std::vector<Word>> spelled_out(Words words, const Surroundings& around) const;
  std::optional<Flow> file_of(const Word& word, Surroundings& around);
  std::optional<Flow> fed_code(const Command& command, Words words) const;
  void hides_from_observer(const Command& command, Words words, Surroundings& around);
  void learn_functions(const std::string& file, const Surroundings& around);
  std::optional<Flow> substitutions(const Command& command, const Surroundings& around);
  std::optional<Flow> substitutions(const Word& word, const Surroundings& around);
  std::optional<Flow> script(const Command& command, Words words, const Surroundings& around);
  Flow evaluate(const Word& script, Surroundings& around, Errexit errexit);
  Flow options(Words words, Surroundings& around);
  void assignments(const Command& command, Words words);
  void lose_test_run(const List& list);
  Flow started(const Command& command, Words words, Surroundings& around);
  std::optional<Flow> elsewhere(Words words, Surroundings& around);
  std::optional<Flow> code_of(Words words, const Surroundings& around);
  std::optional<Flow> code_file(std::string_view program, const Word& file, std::string_view text);
  std::optional<Flow> on_own_path(Words words, Surroundings& around);
  std::optional<Flow> carried(Words words, const Surroundings& around);
  std::optional<Flow> fed(const Command& before, const Command& stage, const Surroundings& around);
  Flow foreign(const Piece& piece, Span at, Surroundings inside);
  void never_runs(Span at);
  void find_forgiven(const List& list, const RehearsedShell& shell);
  Flow in_background(const Item& item, const Surroundings& around);
  Flow trap(Words words, Surroundings& around);
  const Parsed* unpack(const Word& script, const Surroundings& around, bool counts_pipeline);
  Loss loss(Span at, std::string_view rest) const;

  std::string_view text_;
  core::CommandLint& lint_;
  Angle angle_;
  const List* whole_ = nullptr;  // of the shell being judged
  std::map<const List*, int> fates_;
  bool has_real_substitution_ = false;
  Span last_at_;  // the command whose status `$?` is
  std::span<const Command> last_stages_;
  /// A file that was read for its functions.
  struct Library {
    std::string text;
    std::string place;
    Parsed parsed;
    core::CommandLint seen;
    std::unique_ptr<Judge> judge;
  };
  std::vector<std::unique_ptr<Library>> libraries_;
  std::map<const Word*, std::unique_ptr<Word>> filled_in_;
  std::map<std::pair<int, std::string>, std::pair<Library*, const Command*>, std::less<>> lent_;
  bool last_is_watched_ = false;  // the last pipeline of the item that was judged can really fail
  struct SwitchedOff {
    Span at;
    bool pipefail = false;
  };
  std::vector<SwitchedOff> switched_off_;
  int scopes_ = 0;
  int active_ = 0;  // lists being judged, one inside the other
  std::map<std::pair<int, std::string>, const Command*, std::less<>> functions_;
  std::map<std::pair<const Command*, Occasion>, std::optional<Called>> calls_;
  std::map<const Word*, std::unique_ptr<Parsed>> scripts_;
  std::set<std::pair<core::LintRule, std::size_t>> reported_;
};

}  // namespace assay::format::shell
