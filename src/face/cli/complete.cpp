// SPDX-License-Identifier: MIT
#include "face/cli/complete.h"

#include "api/choices.h"
#include "api/definition.h"
#include "base/text/columns.h"
#include "base/text/escape.h"
#include "face/cli/notation.h"
#include "face/cli/schema.h"

#include <algorithm>
#include <functional>
#include <set>

namespace assay::cli {

namespace {

constexpr std::size_t remark_columns = 60;

using Candidate = api::Choice;
using Candidates = api::Choices;

/// How far the command line has got.
struct Position {
  const CLI::App* command = nullptr;
  const CLI::Option* waiting = nullptr;  ///< a flag whose value is at the cursor
  std::vector<std::string> arguments;    ///< of the command, without flags
  std::string manifest;
  bool only_arguments = false;  ///< behind `--`
};

/// Of the command or of one above it: the global flags may stand anywhere.
const CLI::Option* flag_named(const CLI::App* command, const std::string& name) {
  for (; command != nullptr; command = command->get_parent()) {
    for (const CLI::Option* option : command->get_options({})) {
      if (name.starts_with("-") && option->check_name(name)) return option;
    }
  }
  return nullptr;
}

class Completer {
 public:
  Completer(const CLI::App& root, Session& session) : root_(root), session_(session) {
    at_.command = &root;
  }

  void take(const std::string& word) {
    if (at_.waiting != nullptr) {
      if (word == "=") return;  // bash takes `--only=x` apart
      note_value(*at_.waiting, word);
      at_.waiting = nullptr;
      return;
    }
    if (at_.only_arguments) return at_.arguments.push_back(word);
    if (word == "--") {
      at_.only_arguments = true;
      return;
    }
    if (word.size() > 1 && word.front() == '-') return take_flag(word);
    for (const CLI::App* inner : commands_of(*at_.command)) {
      const bool chosen = inner->get_name() == word && at_.arguments.empty();
      if (!chosen) continue;
      at_.command = inner;
      return;
    }
    at_.arguments.push_back(word);
  }

  void offer(const std::string& current) {
    if (at_.waiting != nullptr) return tell(values_of(*at_.waiting), current == "=" ? "" : current);
    const std::size_t equals = current.find('=');
    const bool flagged = current.starts_with("-") && !at_.only_arguments;
    if (flagged && equals != std::string::npos) {
      const CLI::Option* flag = flag_named(at_.command, current.substr(0, equals));
      if (flag == nullptr) return;
      Candidates values = values_of(*flag);
      for (Candidate& value : values) value.word = current.substr(0, equals + 1) + value.word;
      paths_.clear();  // no shell completes a path behind a flag and `=` for us
      return tell(values, current);
    }
    if (flagged) return tell(flags(), current);
    Candidates all;
    if (at_.arguments.empty() && !at_.only_arguments) {
      for (const CLI::App* inner : commands_of(*at_.command))
        all.push_back({inner->get_name(), inner->get_description()});
    }
    if (const CLI::Option* argument = next_argument()) {
      for (Candidate& value : values_of(*argument)) all.push_back(std::move(value));
    }
    tell(all, current);
  }

 private:
  void take_flag(const std::string& word) {
    const std::size_t equals = word.find('=');
    const CLI::Option* flag = flag_named(at_.command, word.substr(0, equals));
    if (flag == nullptr || !takes_value(*flag)) return;
    if (equals == std::string::npos) {
      at_.waiting = flag;
    } else {
      note_value(*flag, word.substr(equals + 1));
    }
  }

  /// Where the things are that can be offered.
  void note_value(const CLI::Option& flag, const std::string& value) {
    if (flag.check_name("-C")) session_.place_request.workspace = value;
    if (flag.check_name("--state-dir")) session_.place_request.state_dir = value;
    if (flag.check_name("--config")) session_.config_path = value;
    if (flag.check_name("--manifest")) at_.manifest = value;
  }

  const CLI::Option* next_argument() const {
    const CLI::Option* found = nullptr;
    std::size_t seen = 0;
    for (const CLI::Option* option : at_.command->get_options({})) {
      if (!option->get_positional()) continue;
      found = option;
      if (seen++ == at_.arguments.size()) return found;
    }
    const bool repeats = found != nullptr && found->get_expected_max() > 1;
    return repeats ? found : nullptr;
  }

  Candidates flags() const {
    Candidates all;
    std::set<std::string> told;
    for (const CLI::App* command = at_.command; command != nullptr;
         command = command->get_parent()) {
      for (const CLI::Option* option : command->get_options({})) {
        for (const std::string& name : option->get_lnames()) {
          if (told.insert(name).second) all.push_back({"--" + name, option->get_description()});
        }
        for (const std::string& name : option->get_snames()) {
          if (told.insert(name).second) all.push_back({"-" + name, option->get_description()});
        }
      }
    }
    return all;
  }

  Candidates values_of(const CLI::Option& option) {
    Candidates all;
    for (std::string& word : choices_of(option)) all.push_back({std::move(word)});
    if (!all.empty()) return all;
    const std::string name =
        option.get_positional() ? option.get_name(true, false) : value_name(option);
    if (option.check_name("--only")) return gates();
    const bool is_revision = option.check_name("--commit") || option.check_name("--base") ||
                             option.check_name("--gates-from") || name == "COMMIT";
    if (is_revision) return here(api::revision_choices);
    if (name == "RUN") return runs(option);
    if (name == "ID" && option.get_positional()) return ids_of_run();
    if (name == "ROLE") return here(api::role_choices);
    if (name == "COMMAND") return commands_below();
    if (name == "SLUG") return folders_in("docs/feature");
    if (name == "TEAM") return folders_in(".workflow/.team");
    if (name == "NAME" && at_.command->get_name() == "schema") {
      for (std::string& each : schema_names()) all.push_back({std::move(each)});
      return all;
    }
    if (name == "NAME" || name == "NAME|FILE") {
      paths_ = ":files";
      return pipelines();
    }
    if (name == "SPEC_DIR") {
      paths_ = ":folders";
      return folders_in("specs");
    }
    if (name == "DIR" || name == "PHASE_DIR") paths_ = ":folders";
    if (name == "FILE" || name == "PATH") paths_ = ":files";
    return all;
  }

  /// Nothing is offered where there is no workspace.
  Candidates here(const std::function<Candidates(const api::Site&)>& choices) const {
    const auto site = session_.site();
    return site ? choices(*site) : Candidates();
  }

  Candidates gates() const {
    const std::string& manifest = at_.manifest == "-" ? std::string() : at_.manifest;
    return here([&](const api::Site& site) { return api::gate_choices(site, manifest); });
  }

  /// Who goes on with a run is offered runs of its own kind only.
  Candidates runs(const CLI::Option& option) const {
    const CLI::App* top = at_.command;
    while (top->get_parent() != nullptr && top->get_parent()->get_parent() != nullptr)
      top = top->get_parent();
    const bool of_kind = option.check_name("--resume") || top->get_name() == "pipeline";
    return here([&](const api::Site& site) {
      return api::run_choices(site, of_kind ? top->get_name() : "");
    });
  }

  Candidates ids_of_run() const {
    const std::string run = at_.arguments.empty() ? "last" : at_.arguments.front();
    return here([&](const api::Site& site) { return api::attempt_choices(site, run); });
  }

  Candidates folders_in(const std::string& folder) const {
    return here([&](const api::Site& site) { return api::folder_choices(site, folder); });
  }

  Candidates commands_below() {
    const CLI::App* about = &root_;
    for (const std::string& name : at_.arguments) {
      const std::vector<const CLI::App*> inner = commands_of(*about);
      const auto found = std::find_if(inner.begin(), inner.end(), [&](const CLI::App* each) {
        return each->get_name() == name;
      });
      if (found == inner.end()) return {};
      about = *found;
    }
    Candidates all;
    for (const CLI::App* inner : commands_of(*about))
      all.push_back({inner->get_name(), inner->get_description()});
    return all;
  }

  static Candidates pipelines() {
    Candidates all;
    for (std::string& name : api::built_in_definitions()) all.push_back({std::move(name)});
    return all;
  }

  void tell(const Candidates& all, const std::string& current) {
    for (const Candidate& each : all) {
      const bool speakable =
          printable(each.word) == each.word && each.word.find_first_of("\t\n") == std::string::npos;
      if (!each.word.starts_with(current) || !speakable) continue;
      const std::string remark = cut_to_columns(first_line(each.remark), remark_columns);
      session_.out(each.word + (remark.empty() ? "" : "\t" + remark) + "\n");
    }
    if (!paths_.empty()) session_.out(paths_ + "\n");
  }

  const CLI::App& root_;
  Session& session_;
  Position at_;
  std::string paths_;
};

}  // namespace

void complete(const CLI::App& root, Session& session, const std::vector<std::string>& words) {
  Completer completer(root, session);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) completer.take(words[i]);
  completer.offer(words.empty() ? "" : words.back());
  session.exit_status = 0;
}

}  // namespace assay::cli
