// SPDX-License-Identifier: MIT
// Follows the text of a command and notes what it would write. One reader for one text; its parts
// are the files that define them. Private to this folder.
#pragma once

#include "format/shell/invocation.h"
#include "format/shell/parser.h"
#include "format/shell/writes.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format::shell {

constexpr std::size_t deeds_max = 2000;
constexpr std::size_t meanings_max = 2000;
constexpr std::size_t word_bytes_max = 4096;
constexpr std::string_view code_readers =
    " python python2 python3 node bun deno perl ruby php awk gawk ";

inline bool is_flag(const Word& word) { return word.text.size() > 1 && word.text.front() == '-'; }
inline void go(const std::string& target, std::string& folder) {
  folder = target.starts_with('/') ? target : folder + "/" + target;
}
/// Variables by which managers of hooks are switched off: `HUSKY=0 git commit`.
bool switches_off(std::string_view setting);
/// Variables that give git other settings.
bool reconfigures(std::string_view setting);

/// An alternative of an expression of find.
struct FindBranch {
  std::vector<std::string> names;  ///< patterns of whole paths, all of which hold
  bool is_empty = false;           ///< only what has nothing in it
  bool acts = false;
};

class DeedReader {
 public:
  explicit DeedReader(Deeds& deeds) : deeds_(deeds) {}

  void script(std::string_view text, std::string folder, int depth);

 private:
  /// A text that was read, and what it means.
  struct Source {
    std::string text;
    Parsed parsed;
  };

  /// What a command reads from its standard input, as far as the text tells.
  struct Fed {
    std::vector<std::string> words;
    const Command* finder = nullptr;  ///< `find ... |`
  };

  struct Function {
    const Command* definition = nullptr;
    std::string_view text;  ///< in which it stands
  };

  // writes.cpp: from command to command
  void list(const List& some, std::string& folder);
  void command(const Command& command, std::string& folder);
  void inside(const Word& word, const std::string& folder);
  void redirect(const Redirection& redirection, const std::string& folder);
  void redirected(const Word& target, const std::string& folder);
  Write* add(const Word& word, const std::string& folder, std::string how, bool below);
  void simple(const Command& command, std::string& folder);
  void call(Words all, std::string& folder, const Command* command);
  void through_env(Words all, Words words, std::string& folder);
  void program_of(Words words, std::string& folder, const std::string& within,
                  const Command* command);
  void call_function(const Function& function, Words words, std::string& folder);
  void exported(Words words, const std::string& folder);
  void disconnects(Words words);
  void nested(const std::string& text, const std::string& folder);
  void evaluate(Words words, const std::string& folder);
  void input(const Command& command, Words words, std::string_view program,
             const std::string& folder);

  // deed_values.cpp: what words stand for, and what is read
  std::vector<Word> meanings(const Word& word, const std::string& folder) const;
  std::vector<std::string> with_values(std::string_view text, const std::string& folder) const;
  void remember(const Word& word, const std::string& folder);
  void iterate(const Command& command, const std::string& folder);
  void feed(const Redirection& redirection, const std::string& folder);
  void add_words(std::string_view text);
  Fed printed_by(const Command& command, const std::string& folder);
  void assign_fed(Words words);

  // deed_programs.cpp: programs with operands, patches, code of interpreters
  void operands(Words words, std::string_view program, const std::string& folder);
  void into_folder(const std::vector<const Word*>& named, const std::string& folder,
                   const std::string& how);
  void written_by_sed(Words words, const std::string& folder);
  void output_option(const Word& word, std::string_view program, const std::string& folder);
  void output_of_dd(const std::vector<const Word*>& named, const std::string& folder);
  void fetched(Words words, std::string_view program, const std::string& folder);
  void patched(Words words, const Command* command, const std::string& folder);
  void note_patch(const Word& file, const std::string& folder);
  void names_in(std::string_view patch, const std::string& folder);
  void code(Words words, std::string_view program, const std::string& folder);
  void literals_of(std::string_view given, const std::string& folder, std::string_view program);
  void literal_of(std::string_view text, std::string_view code, const std::string& folder,
                  std::string_view program);

  // deed_find.cpp: find and xargs
  void each_argument(Words words, const std::string& folder);
  void found_then(const Command& finder, Words started, const std::string& folder);
  void found(Words words, const std::string& folder);
  std::vector<FindBranch> branches_of(Words words, const std::string& folder);
  bool changes_found(Words started, const std::string& folder);

  // deed_git.cpp: what comes out of a repository, and ways around hooks
  void alias(std::string_view key, std::string_view value);
  void git_setting(const std::string& option, const std::string& setting);
  Words git_command(Words words, std::string& folder);
  void git(Words words, std::string folder, const Command* command);
  void arrive(Words rest, const std::string& folder);
  void stashed(const std::vector<std::string>& operands, Arrival::Kind away,
               const std::string& folder);
  void bring(Arrival::Kind kind, std::string revision, const std::string& folder, std::string how);
  void around_hooks(const std::vector<std::string>& settings, bool runs_hooks);
  void add_spec(const Word& word, const std::string& folder, const std::string& how, bool below);
  void checked_out(Words rest, const std::string& folder);
  void unverified(Words rest);
  void configure(Words rest);
  void evade(std::string how) { deeds_.evasions.push_back(std::move(how)); }

  Deeds& deeds_;
  int depth_ = 0;
  std::deque<Source> sources_;  // that were read: functions point into them
  std::map<std::string, Function> functions_;
  std::set<const Command*> active_;                         // functions that are being followed
  Fed fed_;                                                 // what the command reads
  std::string_view text_;                                   // that is being read
  std::map<std::string, std::vector<std::string>> values_;  // of variables, as the text gives them
  std::vector<std::string> settings_;                       // in front of the command
  std::vector<std::string> exported_;                       // that give git other settings
};

}  // namespace assay::format::shell
