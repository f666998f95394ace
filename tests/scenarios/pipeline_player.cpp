// SPDX-License-Identifier: MIT
#include "scenarios/pipeline_player.h"

#include "core/machine.h"
#include "scenarios/pipeline_world.h"

#include <algorithm>

namespace assay::scenarios {

namespace {

using core::pipeline::State;

std::string one_line(std::string text) {
  while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at))
    text.replace(at, 1, " / ");
  return text;
}

template <class Words>
std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Questions that every agent and every gate leads to; shown only by `show all`.
bool is_plumbing(const std::string& text) {
  static const std::set<std::string> words = {"look",    "read",   "reserve", "copy",  "adopt",
                                              "close",   "tag",    "rows",    "count", "tree",
                                              "inspect", "report", "drain"};
  return words.contains(text.substr(0, text.find(' ')));
}

/// Files of the feature folder are counted.
std::string short_paths(const core::CommitWork& commit) {
  std::vector<std::string> paths;
  std::size_t documents = 0;
  for (const std::string& path : commit.paths) {
    if (path.starts_with(commit.feature_dir + "/"))
      ++documents;
    else
      paths.push_back(path);
  }
  return std::to_string(documents) + " in " + commit.feature_dir +
         (paths.empty() ? "" : ", " + joined(paths));
}

/// What the words for the journal leave out of an effect.
std::vector<std::string> details(const core::Effect& effect, bool with_rows) {
  std::vector<std::string> out;
  if (const auto* start = std::get_if<core::StartAttempt>(&effect); start && start->launch.agent) {
    for (const auto& [key, value] : start->launch.agent->values) {
      if (key == "complaint" && !value.empty()) out.push_back("told: " + one_line(value));
    }
  }
  if (const auto* ask = std::get_if<core::AskApproval>(&effect)) {
    std::string options;
    for (const core::pipeline::Option& option : ask->question.options) {
      const std::string word = option.id + (option.is_default ? " (default)" : "");
      options += (options.empty() ? "" : ", ") + word;
    }
    out.push_back("options: " + options);
    out.push_back("context: " + one_line(ask->question.context));
  }
  if (const auto* restore = std::get_if<core::RestoreFiles>(&effect))
    out.push_back("to the baseline: " + joined(restore->paths));
  if (const auto* commit = std::get_if<core::CommitWork>(&effect))
    out.push_back("paths: " + short_paths(*commit));
  const auto* record = std::get_if<core::RecordRows>(&effect);
  if (record == nullptr || !with_rows) return out;
  for (const core::pipeline::CheckRow& row : record->checks) {
    out.push_back("row: " + row.task_id + " " + row.phase + " " + row.check_name +
                  " passed=" + (row.passed ? "1" : "0") +
                  (row.verdict.empty() ? "" : " verdict=" + row.verdict) +
                  (row.severity.empty() ? "" : " severity=" + row.severity) +
                  " round=" + std::to_string(row.round));
  }
  for (const core::pipeline::TelemetryRow& row : record->telemetry) {
    out.push_back("dispatch: " + row.instance + " " + row.status +
                  " dispatches=" + std::to_string(row.dispatch_count) +
                  " retries=" + std::to_string(row.retry_count) +
                  (row.notes.empty() ? "" : ": " + one_line(row.notes)));
  }
  return out;
}

class PipelinePlayer {
 public:
  Result<std::vector<std::string>> play(const std::vector<std::string>& lines) {
    setup_.name_attempts();
    for (const std::string& line : lines) TRY(read(line));
    end();
    return out_;
  }

 private:
  Result<> read(const std::string& line) {
    if (line.starts_with("< ") || line.starts_with("= ") || line.starts_with("| ")) return {};
    out_.push_back(line);
    if (line.empty() || line.starts_with("#")) return {};
    if (line.starts_with("> ")) {
      TRY(happen(line.substr(2)));
      for (;;) {
        while (const std::optional<core::Event> answer = world_.answer(setup_.now()))
          decide(*answer);
        const core::Launch* check = baseline_check();
        if (check == nullptr) return {};
        TRY(outside(fate_of(*check)));
      }
    }
    if (line.starts_with("ends ")) return foretell(line);
    if (line == "show all") return shows_all_ = true, Result<>();
    if (line == "show baseline") return shows_baseline_ = true, Result<>();
    if (line == "show rows") return shows_rows_ = true, Result<>();
    if (TRY(pipeline_.read(line)) || TRY(world_.read(line))) return {};
    return setup_.read(line);
  }

  /// A check on the baseline that nobody wants to see: it ends as was foretold, else well.
  const core::Launch* baseline_check() const {
    for (const core::Launch& launch : world_.flying()) {
      if (!shows_baseline_ && launch.name.starts_with("baseline")) return &launch;
    }
    return nullptr;
  }

  /// "ends NAME WORDS": when all else goes well, the next attempt of that name does not.
  Result<> foretell(const std::string& line) {
    std::vector<std::string> words = words_of(line);
    if (words.size() < 3) return unknown(line);
    words.front() = "exited";
    foretold_.push_back(std::move(words));
    return {};
  }

  Result<> happen(const std::string& line) {
    std::vector<std::string> words = words_of(line);
    if (words.empty()) return unknown(line);
    if (words[0] == "started" && words.back() == "v0_1") {
      rules_ = core::Rules::v0_1;
      words.pop_back();
    }
    if (words[0] == "started" && words.size() == 1) return start();
    if (words[0] == "started" && words.size() == 3 && words[1] == "until") {
      quiet_ = true;
      TRY(start());
      return go_well(words[2]);
    }
    if (words[0] == "well" && words.size() == 1) return go_well("");
    if (words[0] == "well" && words.size() == 3 && words[1] == "until") return go_well(words[2]);
    if (words[0] == "answers") return world_.release(), Result<>();
    if (words[0] == "approved" && words.size() >= 3) return approve(words);
    if (words[0] == "resumed") world_.forget();
    if (words[0] == "idle") world_.lose();
    return outside(words);
  }

  Result<> start() {
    const auto checks = setup_.has_commands() ? setup_.plan() : nullptr;
    std::shared_ptr<const core::pipeline::Plan> plan = TRY(pipeline_.plan(checks));
    world_.begin(plan);
    decide(core::RunStarted{setup_.now(), "run", std::move(plan), rules_});
    return {};
  }

  /// An event in the words every machine shares; what an agent did is taken out of its end.
  Result<> outside(const std::vector<std::string>& words) {
    Deed deed;
    std::string rest;
    for (const std::string& word : words) {
      const Result<> did =
          &word == &words.front() ? Error{Fault::not_found, ""} : read_deed(word, deed);
      if (!did && did.error().fault != Fault::not_found) return did.error();
      if (!did) rest += (rest.empty() ? "\"" : " \"") + word + "\"";
    }
    if (words[0] == "wrote" && words.size() >= 2)
      return world_.work(TRY(setup_.attempt(words[1])).key, deed), Result<>();
    const core::Event event = TRY(read_event(rest, setup_, core::Outcome::error));
    if (const auto* ended = std::get_if<core::AttemptEnded>(&event))
      world_.end(ended->key, ended->evidence.exit.kind == core::ExitKind::exited, deed);
    decide(event);
    return {};
  }

  /// "approved GATE OPTION comment=TEXT by=WHO"
  Result<> approve(const std::vector<std::string>& words) {
    if (!world_.approval()) return Error{Fault::bad_input, "nobody was asked"};
    core::ApprovalGiven given{setup_.now(), world_.approval()->key, words[1], words[2], "", "ann"};
    for (std::size_t i = 3; i < words.size(); ++i) {
      const auto [key, value] = setting(words[i]);
      if (key != "comment" && key != "by") return unknown(words[i]);
      (key == "comment" ? given.comment : given.by) = value;
    }
    world_.answered();
    decide(given);
    return {};
  }

  /// Everything that is in flight or asked ends well, until a step is entered or the run rests.
  Result<> go_well(const std::string& step) {
    target_ = step;
    quiet_ = true;
    way_.clear();
    world_.release();
    for (int turns = 0; quiet_ && turns < 10'000; ++turns) {
      if (machine_.is_at_rest()) break;
      if (!TRY(go_on_well())) break;
    }
    if (quiet_ && !step.empty())
      return Error{Fault::bad_input, "step " + step + " is never entered"};
    if (quiet_ && !way_.empty()) out_.push_back("| by way of " + joined(way_));
    quiet_ = false;
    return {};
  }

  Result<bool> go_on_well() {
    if (const std::optional<core::Event> answer = world_.answer(setup_.now())) {
      decide(*answer);
    } else if (!world_.flying().empty()) {
      TRY(outside(fate_of(world_.flying().front())));
    } else if (world_.approval()) {
      const core::pipeline::Question question = world_.approval()->question;
      const core::pipeline::Option* option = default_option(question);
      TRY(approve({"approved", question.gate_id, option != nullptr ? option->id : ""}));
    } else {
      return false;
    }
    return true;
  }

  std::vector<std::string> fate_of(const core::Launch& launch) {
    const std::string label = launch.name + "#" + std::to_string(launch.key.attempt);
    const auto told = std::find_if(foretold_.begin(), foretold_.end(), [&](const auto& words) {
      return launch.name == words[1] || launch.name.ends_with("-" + words[1]);
    });
    if (told == foretold_.end()) return {"exited", label, launch.agent ? "took=1s" : "tests=12"};
    std::vector<std::string> fate = *told;
    foretold_.erase(told);
    fate[1] = label;
    return fate;
  }

  const State* state() const { return std::get_if<State>(&machine_.state); }

  void decide(const core::Event& event) {
    const auto before =
        state() != nullptr ? state()->rounds : std::map<std::string, std::int64_t>();
    const bool had_ending = state() != nullptr && state()->ending.has_value();
    const core::Effects effects = core::decide(machine_, event);
    setup_.learn(effects);
    world_.hear(effects);
    std::vector<std::string> entered;
    for (const auto& [id, round] : state()->rounds) {
      const auto old = before.find(id);
      if (old == before.end() || old->second != round) entered.push_back(id);
    }
    tell_steps(std::move(entered), !had_ending && state()->ending.has_value());
    if (quiet_) return;
    for (const core::Effect& effect : effects) tell(effect);
  }

  /// Of several steps entered at once the one under way is the last.
  void tell_steps(std::vector<std::string> entered, bool ends) {
    if (entered.empty() && !ends) return;
    const std::string now = current_step(*state()).id;
    std::stable_partition(entered.begin(), entered.end(),
                          [&](const std::string& id) { return id != now; });
    const bool arrives = !target_.empty() && !entered.empty() && entered.back() == target_;
    if (quiet_ && arrives) {
      if (!way_.empty()) out_.push_back("| by way of " + joined(way_));
      quiet_ = false;
    }
    if (quiet_) return way_.insert(way_.end(), entered.begin(), entered.end()), void();
    if (!state()->why.empty()) out_.push_back("| " + one_line(state()->why));
    for (const std::string& id : entered) {
      std::string line = "| enters " + id + ", round " + std::to_string(state()->rounds.at(id));
      if (id == now && !state()->mode.empty()) line += ", to " + state()->mode;
      out_.push_back(line);
    }
  }

  void tell(const core::Effect& effect) {
    const std::string text = core::to_text(core::Effects{effect});
    const bool rows = shows_rows_ && text.starts_with("rows ");
    if (is_plumbing(text) && !shows_all_ && !rows) return;
    if (text.starts_with("start baseline") && !shows_baseline_) return;
    out_.push_back("< " + one_line(text));
    for (const std::string& line : details(effect, shows_rows_)) out_.push_back("| " + line);
  }

  // --- what is to be seen of the run when the transcript ends

  std::string status() const {
    if (machine_.outcome)
      return std::string(end_word(*state())) + " " + std::string(to_text(*machine_.outcome)) +
             " exit=" + std::to_string(exit_status(*machine_.outcome));
    if (machine_.parked) return "PARKED";
    return state()->waiting_for.empty() ? "RUNNING" : "WAITING for " + state()->waiting_for;
  }

  void end() {
    if (state() == nullptr) return out_.push_back("= nothing");
    const State& s = *state();
    out_.push_back("= " + status() + " step=" + current_step(s).id +
                   (s.confidence ? " confidence=" + shown_confidence(s) : "") +
                   (s.commit.empty() ? "" : " commit=" + s.commit) +
                   (s.ending ? " | " + one_line(s.why) : ""));
    for (const auto& [name, used] : s.loops) {
      out_.push_back("= loop " + name + " " + std::to_string(used) + " of " +
                     std::to_string(find_loop(s.plan->definition, name)->budget));
    }
    for (const core::pipeline::TaskRecord& task : s.tasks) {
      const char* word = task.verified ? " verified" : task.failed ? " FAILED" : " open";
      out_.push_back("= task " + task.task.id + word +
                     (task.changed.empty() ? "" : " changed " + joined(task.changed)));
    }
    for (const core::pipeline::ApprovalRecord& given : s.approvals) {
      if (!given.automatic)
        out_.push_back("= approval " + given.gate_id + ": " + given.option + " by " + given.by);
    }
    const auto list = [&](const std::string& name, const std::vector<std::string>& items) {
      for (const std::string& item : items) out_.push_back("= " + name + ": " + one_line(item));
    };
    list("issue", s.known_issues);
    list("contradicted", s.contradicted);
    list("not in the commit", world_.left_out());
    std::vector<std::string> flying;
    for (const core::Launch& launch : world_.flying()) flying.push_back(launch.name);
    if (!flying.empty()) out_.push_back("= in flight: " + joined(flying));
  }

  Setup setup_;
  PipelineSetup pipeline_;
  PipelineWorld world_{pipeline_};
  core::Rules rules_ = core::rules_now;
  core::Machine machine_;
  bool shows_all_ = false;
  bool shows_rows_ = false;
  bool shows_baseline_ = false;  ///< and then its checks end when the transcript says so
  bool quiet_ = false;
  std::string target_;            ///< of `well until`
  std::vector<std::string> way_;  ///< steps entered since
  std::vector<std::vector<std::string>> foretold_;
  std::vector<std::string> out_;
};

}  // namespace

bool is_pipeline(const std::vector<std::string>& lines) {
  return std::any_of(lines.begin(), lines.end(),
                     [](const std::string& line) { return line.starts_with("pipeline "); });
}

Result<std::vector<std::string>> play_pipeline(const std::vector<std::string>& lines) {
  return PipelinePlayer().play(lines);
}

}  // namespace assay::scenarios
