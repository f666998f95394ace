// SPDX-License-Identifier: MIT
#include "sim/loop_subject.h"

#include <algorithm>

namespace assay::sim {

namespace {

using core::ExitKind;
using core::agent::Ending;
using core::loop::Task;
using core::work::WorkResult;

constexpr Instant began{std::chrono::days{20'000}};
constexpr const char* another_list = "another list";

/// What a launch is about whatever its number: "pr-checks-17" is "pr-checks".
std::string kind_of(const core::Launch& launch) {
  const std::size_t dash = launch.name.rfind('-');
  return launch.name.starts_with("pr-") ? launch.name.substr(0, dash) : launch.name;
}

std::string task_of(const core::Launch& launch) {
  return launch.name.substr(0, launch.name.rfind('-'));
}

std::vector<std::string> targets(const Task& task) {
  std::vector<std::string> files = task.files;
  for (const core::loop::TaskCommand& command : task.commands) {
    if (command.command.starts_with("check ")) files.push_back(command.command.substr(6));
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

bool is_limited(const Task& task) {
  return !task.files.empty() || (task.has_files && !task.verify);
}

Behaviour ending(int code) {
  Behaviour does;
  does.exit = {ExitKind::exited, code, 0, ""};
  return does;
}

std::shared_ptr<const core::agent::Transcript> transcript(Ending last,
                                                          std::vector<std::string> edited) {
  auto said = std::make_shared<core::agent::Transcript>();
  said->edited = std::move(edited);
  said->edits = 1000;  // more than once each
  said->ending = last;
  said->final_text = "so much for that";
  said->tokens_told = true;
  said->tokens.total = 100;
  return said;
}

Repository::List first_list(const core::loop::Plan& plan) {
  Repository::List list;
  for (core::loop::TaskKey key = 0; key < plan.tasks.size(); ++key) {
    if (plan.tasks[key].checked) list.ticked.insert(key);
  }
  return list;
}

Repository::Files first_files() { return {{"old0", "old"}, {"old1", "old"}, {"old2", "old"}}; }

}  // namespace

LoopSubject::LoopSubject(std::uint64_t seed)
    : seed_(seed),
      plan_(random_loop(seed)),
      repository_(sim_workspace, sim_spec_dir, first_files(), first_list(*plan_)),
      oracle_(plan_) {}

core::RunStarted LoopSubject::first() { return {began, "run", plan_}; }

std::uint32_t LoopSubject::ends_of(const std::string& name) const {
  const auto found = ends_.find(name);
  return found == ends_.end() ? 0 : found->second;
}

Deed LoopSubject::deed_of(const core::Launch& launch) const {
  const std::vector<Deed> deeds = random_deeds(seed_, task_of(launch), launch.agent->role);
  return deeds[std::min<std::size_t>(turn_of(launch), deeds.size() - 1)];
}

// --- how processes behave

Behaviour LoopSubject::behaviour(const core::Launch& launch, std::uint32_t) {
  Behaviour does = launch.agent                     ? agent(launch)
                   : launch.name.starts_with("pr-") ? gh(launch, kind_of(launch))
                                                    : command(launch);
  does.duration = Millis{1 + mix(seed_ ^ hash_of(launch.name)) % 3'000};
  return does;
}

/// Passes or fails by what is in the tree where it runs.
Behaviour LoopSubject::command(const core::Launch& launch) const {
  const auto place = repository_.places().find(launch.cwd);
  if (place == repository_.places().end()) return ending(127);
  const Repository::Files& files = place->second.files;
  Behaviour does = ending(0);
  if (launch.command.starts_with("check ")) {
    const auto file = files.find(launch.command.substr(6));
    const std::string content = file == files.end() ? "" : file->second;
    const bool good = content.starts_with("good") || content == "old";
    if (!good && content != "hollow") does = ending(1);
    does.reading.tally.executed = good ? 3 : 0;
    return does;
  }
  std::int64_t sound = 0;
  for (const auto& [path, content] : files) {
    if (content == "bad" && launch.command == "sound") does = ending(1);
    sound += content.starts_with("good") || content == "old" ? 1 : 0;
  }
  does.reading.tally.executed = sound;
  return does;
}

Behaviour LoopSubject::gh(const core::Launch& launch, const std::string& what) const {
  auto sight = std::make_shared<core::PullRequestSight>();
  const std::uint64_t roll = mix(seed_ ^ hash_of(what) ^ ends_of(what)) % 100;
  Behaviour does = ending(0);
  const std::string number = std::to_string(ends_of(what));
  if (what == "pr-view" && ends_of("pr-create") == 0) does = ending(1);
  if (what == "pr-view" || what == "pr-create") sight->url = "https://example.org/pull/7";
  if (what == "pr-push" && roll < 3) does = ending(1);
  if (what == "pr-checks" && roll < 25) {
    sight->issues.push_back({"check-" + number, "lint fails", "line 3", ""});
    does = ending(1);
  } else if (what == "pr-checks") {
    sight->pending = roll < 50 ? 1 : 0;
    sight->passed = 2;
  }
  if ((what == "pr-reviews" || what == "pr-comments") && roll < 15)
    sight->issues.push_back({what + number, "rename it", "please", ""});
  if (launch.reading.gh != core::GhAnswer::none) does.reading.pull_request = sight;
  return does;
}

void LoopSubject::say(Deed deed, const core::Launch& launch, core::loop::Saying& saying) {
  core::agent::Signals& signals = saying.signals;
  const bool qa = launch.agent->role == "qa";
  const bool silent = deed == Deed::mute || deed == Deed::split || deed == Deed::prerequisite ||
                      deed == Deed::bad_request;
  if (launch.agent->role == "reviewer") {
    if (deed == Deed::approve || deed == Deed::meddle) signals.review = true;
    if (deed == Deed::reject || deed == Deed::reject_spec) signals.review = false;
    saying.spec_level = deed == Deed::reject_spec;
    saying.feedback = "it does not fit the design";
  } else if (!silent) {
    (qa ? signals.verification.emplace() : signals.task_complete) = true;
  }
  if (deed == Deed::contradict) signals.contradictions = {"could not complete"};
  const bool asks = deed == Deed::split || deed == Deed::prerequisite || deed == Deed::followup ||
                    deed == Deed::bad_request;
  const std::optional<core::loop::TaskKey> key = oracle_.find(task_of(launch));
  if (!asks || !key) return;
  signals.modification_asked = true;
  const Task& task = oracle_.task(*key);
  saying.proposed = proposals(task, deed, turn_of(launch));
  core::agent::ModificationRequest request;
  request.kind = deed == Deed::prerequisite ? core::agent::ModificationKind::add_prerequisite
                 : deed == Deed::followup   ? core::agent::ModificationKind::add_followup
                                            : core::agent::ModificationKind::split_task;
  request.original_task_id = deed == Deed::bad_request ? "9.9" : task.id;
  request.reasoning = "too much";
  signals.modification = request;
  const LoopOracle::Wish wish = deed == Deed::prerequisite ? LoopOracle::Wish::prerequisite
                                : deed == Deed::followup   ? LoopOracle::Wish::followup
                                                           : LoopOracle::Wish::split;
  if (deed != Deed::bad_request) oracle_.wished(task_of(launch), wish, saying.proposed);
}

std::vector<Task> LoopSubject::proposals(const Task& task, Deed deed, std::uint32_t attempt) const {
  std::vector<Task> tasks;
  const std::uint32_t count = deed == Deed::split ? 2 : 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    // "write f3" has no id: what it proposes hangs on 8.3.
    const std::string stem = task.id.empty() ? "8." + task.title.substr(7) : task.id;
    const std::string id = stem + "." + std::to_string(20 + 2 * attempt + i);
    // What is proposed stays within the files of the task.
    std::vector<std::string> files{(task.files.empty() ? "g" : task.files.front() + "/g") + id};
    // The parts of a split do the work of the whole, most of the time.
    const bool whole = deed == Deed::split && i == 1 && mix(seed_ ^ hash_of(id)) % 10 < 7;
    if (whole)
      for (std::string& path : targets(task)) files.push_back(std::move(path));
    Task part = make_task(id, task.phase, std::move(files));
    part.parallel = mix(seed_ ^ hash_of(id)) % 3 == 0;
    tasks.push_back(std::move(part));
  }
  return tasks;
}

/// What its tools tell: everything it may touch.
std::vector<std::string> LoopSubject::edits_of(const core::Launch& launch, Deed deed) const {
  const std::optional<core::loop::TaskKey> key = oracle_.find(task_of(launch));
  if (!key || deed == Deed::idle || launch.agent->role == "reviewer") return {};
  std::vector<std::string> edited = targets(oracle_.task(*key));
  edited.push_back("stray-" + task_of(launch));
  edited.emplace_back("old1");
  return edited;
}

Behaviour LoopSubject::agent(const core::Launch& launch) {
  turns_[launch.key] = ends_of(launch.name);
  const Deed deed = deed_of(launch);
  Behaviour does = ending(0);
  does.touch = mix(seed_ ^ hash_of(launch.name)) % 4 == 0 ? Touch::at_start : Touch::at_end;
  if (deed == Deed::quota) {
    does = ending(1);
    auto said = std::make_shared<core::agent::Transcript>();
    said->ending = Ending::failure;
    said->trouble = core::agent::Trouble::quota;
    said->limit_reached = true;
    const std::uint64_t told = mix(seed_ ^ hash_of(launch.name)) % 3;
    if (told == 0) said->resets_at = began + std::chrono::hours{5};
    if (told == 1) said->retry_after = std::chrono::minutes{30};
    does.transcript = said;
    return does;
  }
  if (deed == Deed::stall || deed == Deed::fail) {
    if (deed == Deed::fail) does.exit.code = 1;
    if (deed == Deed::stall) does.exit = {ExitKind::stalled, 143, 15, ""};
    if (launch.agent->role == "reviewer") does.touch = Touch::nothing;
    does.transcript =
        transcript(deed == Deed::fail ? Ending::failure : Ending::none, edits_of(launch, deed));
    return does;
  }
  auto saying = std::make_shared<core::loop::Saying>();
  say(deed, launch, *saying);
  does.reading.says_complete = saying->signals.task_complete;
  does.reading.saying = saying;
  does.transcript = transcript(Ending::success, edits_of(launch, deed));
  const bool reviews = launch.agent->role == "reviewer";
  if (deed == Deed::idle || (reviews && deed != Deed::meddle)) does.touch = Touch::nothing;
  return does;
}

// --- what agents do to the tree

bool LoopSubject::put_right(Repository::Place& place, const std::string& name,
                            const std::string& directory) {
  bool taken_back = false;
  repository_.mend(place);
  std::vector<Stray>& strays = strays_[name];
  std::reverse(strays.begin(), strays.end());
  for (const Stray& stray : strays) {
    if (stray.directory != directory) continue;
    taken_back = true;
    if (stray.before) {
      place.files[stray.path] = *stray.before;
    } else {
      place.files.erase(stray.path);
    }
  }
  strays.clear();
  oracle_.cleaned(name);
  return taken_back;
}

void LoopSubject::work(Repository::Place& place, const Task& task, const core::Launch& launch,
                       const std::string& quality) {
  const std::string mark = " " + task_of(launch) + "#" + std::to_string(launch.key.attempt);
  for (const std::string& path : targets(task)) {
    place.files[path] = quality == "good" ? quality + mark : quality;
  }
}

void LoopSubject::act(const core::Launch& launch) {
  Repository::Place* place = repository_.at(launch.cwd);
  if (!launch.agent || place == nullptr) return;
  const Deed deed = deed_of(launch);
  const std::string name = task_of(launch);
  if (launch.agent->role == "reviewer") {
    place->files["remark"] = "good " + std::to_string(launch.key.unit);
    return oracle_.meddled();
  }
  const std::optional<core::loop::TaskKey> key = oracle_.find(name);
  if (!key) return;
  const Task& task = oracle_.task(*key);
  const bool bad = deed == Deed::lie || deed == Deed::fail || deed == Deed::stall;
  if (bad || deed == Deed::hollow) {
    work(*place, task, launch, bad ? "bad" : "hollow");
    // Bad work is committed too, so that only its Verify can tell.
    repository_.commit_all(*place, task.commit.empty() ? "wip" : task.commit);
    oracle_.cleaned(name, LoopOracle::uncommitted);
    oracle_.cleaned(name, LoopOracle::other_message);
    return;
  }
  bool taken_back = false;
  if (deed == Deed::split || deed == Deed::prerequisite || deed == Deed::bad_request) {
    const bool strays = mix(seed_ ^ hash_of(launch.name) ^ 0x57) % 4 == 0;
    if (!strays || !is_limited(task)) return;
  } else {
    taken_back = put_right(*place, name, launch.cwd);
    work(*place, task, launch, "good");
  }
  const bool strays = deed == Deed::stray || deed == Deed::split || deed == Deed::prerequisite ||
                      deed == Deed::bad_request;
  if (strays && is_limited(task)) {
    strays_[name].push_back({launch.cwd, "stray-" + name, std::nullopt});
    place->files["stray-" + name] = "bad luck";
    oracle_.stained(name, "a file that is not its own");
  } else if (strays) {
    place->files.erase("old1");
  }
  const bool own = task.commit.empty() && is_limited(task) && !task.verify;
  const bool asks = !task.commit.empty();
  if (deed == Deed::wrong_commit) {
    const bool had = repository_.has_commit(*place, task.commit);
    repository_.commit_all(*place, "what a day");
    if (asks && !had) oracle_.stained(name, LoopOracle::other_message);
  } else if (deed == Deed::no_commit) {
    const bool missing = asks && !repository_.has_commit(*place, task.commit);
    if (missing || (!own && repository_.is_dirty(*place)))
      oracle_.stained(name, LoopOracle::uncommitted);
  } else if (!own || strays || taken_back || deed == Deed::rewrite || turn_of(launch) % 2 == 1) {
    repository_.commit_all(*place, asks ? task.commit : "work");
  }
  if (deed == Deed::rewrite) {
    repository_.rewrite_history(*place);
    oracle_.stained(name, "another history");
  }
  if (deed == Deed::elsewhere) {
    repository_.leave_branch(*place);
    oracle_.stained(name, "another branch");
  }
  if (deed == Deed::tamper) {
    place->list.scribble = "Verify: true";
    oracle_.stained(name, another_list);
  }
  if (deed == Deed::tick) {
    for (core::loop::TaskKey each = 0; each < plan_->tasks.size(); ++each)
      place->list.ticked.insert(each);
  }
}

// --- what is asked of the repository

core::work::WorkSight LoopSubject::inspect(const core::InspectWork& wanted) {
  core::work::WorkSight sight = repository_.inspect(wanted);
  if (!sight.problem.empty()) oracle_.unseen();
  return sight;
}

WorkResult LoopSubject::open(const core::OpenWork& wanted) {
  WorkResult result = repository_.open(wanted);
  if (result.status == WorkResult::Status::done) oracle_.opened(wanted);
  return result;
}

WorkResult LoopSubject::merge(const core::MergeWork& wanted) {
  const std::string before = repository_.workspace().head;
  WorkResult result = repository_.merge(wanted);
  oracle_.merged(wanted, repository_.workspace().head != before,
                 result.status == WorkResult::Status::conflict);
  return result;
}

WorkResult LoopSubject::close(const core::CloseWork& wanted) {
  oracle_.closed(wanted);
  return repository_.close(wanted);
}

WorkResult LoopSubject::update(const core::UpdateSpec& wanted) {
  oracle_.updated(wanted);
  oracle_.cleaned_everywhere(another_list);
  return repository_.update(wanted);
}

// --- what the simulator asks

core::agent::Spent LoopSubject::others(Instant at) {
  const auto day = static_cast<std::uint64_t>(core::agent::day_of(at).time_since_epoch().count());
  core::agent::Spent spent;
  spent.launches = static_cast<std::int64_t>(mix(seed_ ^ mix(day)) % 3);
  return spent;
}

Finding LoopSubject::on_start(const core::Launch& launch, std::span<const core::Launch> live) {
  return oracle_.on_start(launch, live);
}

Finding LoopSubject::on_entry(const Stored& stored) {
  if (const auto* ended = std::get_if<core::AttemptEnded>(&stored.entry.event)) {
    const bool stopped = ended->evidence.exit.kind == ExitKind::cancelled;
    core::Launch launch;
    launch.name = ended->name;
    if (!ended->name.empty() && !stopped) ++ends_[kind_of(launch)];
  }
  if (const auto* parked = std::get_if<core::RunParked>(&stored.entry.event)) {
    const bool asks = parked->reason.find("nothing shows that its agent") != std::string::npos;
    if (asks) tidy_up();
  }
  return oracle_.on_entry(stored);
}

/// What a person does who is asked about files nobody knows the author of: takes back what is
/// nobody's, and commits the rest.
void LoopSubject::tidy_up() {
  Repository::Place& place = *repository_.at(sim_workspace);
  std::vector<std::string> names;
  for (const auto& [name, strays] : strays_) {
    if (!strays.empty()) names.push_back(name);
  }
  for (const std::string& name : names) put_right(place, name, sim_workspace);
  if (repository_.is_dirty(place)) repository_.commit_all(place, "mine");
  oracle_.cleaned_everywhere(LoopOracle::uncommitted);
}

/// An interruption costs launches: a budget may be used up by that. What CI says depends on when it
/// is asked, and how far the others of a group came on how fast they were.
bool LoopSubject::is_comparable(const core::Machine& machine) {
  const auto& state = std::get<core::loop::State>(machine.state);
  bool raced = state.jobs.size() > 1 && machine.outcome != core::Outcome::passed;
  // Nor can be told apart here whose tree a mutating gate has seen change.
  for (std::size_t i = 0; plan_->gates && i < plan_->gates->manifest.commands.size(); ++i)
    raced = raced || plan_->gates->manifest.commands[i].mutates_workspace;
  return machine.outcome != core::Outcome::out_of_budget && !state.pull_request.wanted && !raced;
}

std::vector<std::string> LoopSubject::results(const core::Machine& machine) {
  std::string ticked;
  for (const core::loop::TaskKey key : oracle_.order()) {
    ticked += (oracle_.is_done(key) ? " x" : " -") + name_of_task(oracle_.task(key), key);
  }
  std::string files;
  for (const auto& [path, content] : repository_.workspace().files)
    files += " " + path + "=" + content.substr(0, content.find(' '));
  return {std::string(machine.outcome ? to_text(*machine.outcome) : "no verdict"), ticked, files};
}

}  // namespace assay::sim
