// SPDX-License-Identifier: MIT
// The server, its workspaces, and lists of runs and questions.
#include "face/web/handlers.h"

#include "api/pipeline.h"
#include "base/text/ascii.h"
#include "face/web/archive.h"
#include "face/web/shape.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace assay::web {

namespace {

constexpr std::size_t failed_told = 50;
constexpr std::chrono::hours failed_since{24 * 7};

bool is_trouble(api::RunState state) {
  switch (state) {
    case api::RunState::failed:
    case api::RunState::error:
    case api::RunState::exhausted:
    case api::RunState::out_of_budget:
    case api::RunState::interrupted: return true;
    case api::RunState::running:
    case api::RunState::waiting:
    case api::RunState::parked:
    case api::RunState::passed:
    case api::RunState::cancelled: return false;
  }
  return false;
}

core::agent::Spent sum_of(const std::vector<shell::DaySpent>& days) {
  core::agent::Spent sum;
  for (const shell::DaySpent& each : days) sum += each.spent;
  return sum;
}

void count_run(WorkspaceShown& shown, const api::ListedRun& run) {
  ++shown.runs;
  shown.running += run.state == api::RunState::running ? 1U : 0U;
  shown.waiting += run.state == api::RunState::waiting ? 1U : 0U;
  shown.parked += run.state == api::RunState::parked ? 1U : 0U;
  shown.interrupted += run.state == api::RunState::interrupted ? 1U : 0U;
}

/// Runs of one workspace, as the overview tells them. Newest first: what a later run of the same
/// kind and name has put right is not told.
class Survey {
 public:
  Survey(OverviewShown& out, WorkspaceShown& shown, Instant now)
      : out_(out), shown_(shown), now_(now) {}

  void add(const api::ListedRun& run) {
    count_run(shown_, run);
    if (!shown_.newest.held) shown_.newest.held = as_shown(run, now_);
    if (run.state == api::RunState::running) out_.running.push_back(as_shown(run, now_));
    if (run.state == api::RunState::waiting) out_.waiting.push_back(as_shown(run, now_));
    const auto kind = std::pair(run.row.machine, run.note.name);
    const bool recent = now_ - run.row.started < failed_since;
    if (recent && is_trouble(run.state) && !passed_.contains(kind))
      out_.failed.push_back(as_shown(run, now_));
    if (run.state != api::RunState::passed) return;
    passed_.insert(kind);
    if (run.row.machine == "verify" && !verified_) verified_ = run.row.run_id;
  }
  const std::optional<std::string>& verified() const { return verified_; }

 private:
  OverviewShown& out_;
  WorkspaceShown& shown_;
  Instant now_;
  std::set<std::pair<std::string, std::string>> passed_;
  std::optional<std::string> verified_;
};

/// The tree of a run that passed; cheap, because what was folded is kept.
OrNull<VerifiedShown> verified_by(Archive& archive, const std::string& shelf,
                                  const std::string& run_id) {
  OrNull<VerifiedShown> out;
  [[maybe_unused]] const auto looked = archive.kept.look(
      shelf, run_id, [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<> {
        const auto* state = std::get_if<core::verify::State>(&dossier.view.run.machine.state);
        const core::Tree* tree = state == nullptr ? nullptr : state->tree.now();
        if (tree != nullptr)
          out.held = VerifiedShown{
              run_id, tree->id, to_text(dossier.view.row.ended.value_or(dossier.view.row.started))};
        return {};
      });
  return out;
}

bool newer(const RunShown& a, const RunShown& b) { return a.started_at > b.started_at; }

bool has_text(const api::ListedRun& run, const std::string& workspace, const std::string& text) {
  for (const std::string* each : {&run.row.run_id, &run.note.name, &workspace}) {
    if (lowered(*each).find(text) != std::string::npos) return true;
  }
  return false;
}

/// How many of the runs that match have passed, also day by day.
class PassRate {
 public:
  void add(const api::ListedRun& run) {
    const bool good = run.state == api::RunState::passed;
    if (!good && !is_trouble(run.state)) return;
    TallyShown& day = days_[day_of(run.row.started)];
    for (TallyShown* tally : {&all_, &day}) ++(good ? tally->passed : tally->failed);
  }
  void tell(RunsShown& out) {
    constexpr std::size_t days_told = 30;
    out.tally = all_;
    while (days_.size() > days_told) days_.erase(days_.begin());
    for (auto& [day, tally] : days_) {
      tally.day = day;
      out.days.push_back(tally);
    }
  }

 private:
  TallyShown all_;
  std::map<std::string, TallyShown> days_;
};

/// "STARTED RUN": the last one of the page before.
std::string cursor_of(const RunShown& run) { return run.started_at + "~" + run.run_id; }

}  // namespace

api::Reply<std::size_t> offset_of(const std::string& cursor) {
  std::size_t offset = 0;
  if (cursor.empty()) return offset;
  const auto read = std::from_chars(cursor.data(), cursor.data() + cursor.size(), offset);
  if (read.ec == std::errc{} && read.ptr == cursor.data() + cursor.size()) return offset;
  return api::Problem{.code = api::Code::bad_value,
                      .field = "cursor",
                      .value = cursor,
                      .what = "is of no page of this list"};
}

api::Reply<EnteredShown> enter(const Call& call, const EnterGiven& given) {
  auto token = call.archive.passes.redeem(given.code, call.archive.kept.now());
  if (token) return EnteredShown{*std::move(token)};
  return Error{
      Fault::conflict,
      "the code was used already, or is too old: open the address that `assay web` printed"};
}

api::Reply<ServerShown> server(const Call& call, const NoQuery&) {
  return ServerShown{call.archive.version, call.archive.read_only, to_text(call.archive.kept.now()),
                     call.archive.user};
}

api::Reply<OverviewShown> overview(const Call& call, const NoQuery& query) {
  Archive& archive = call.archive;
  const Instant now = archive.kept.now();
  OverviewShown out;
  out.server = TRY(server(call, query));
  core::agent::Spent today;
  for (const api::Shelf& shelf : archive.kept.shelves()) {
    const std::string& path = shelf.place.workspace;
    WorkspaceShown shown{.id = shelf.id,
                         .path = path,
                         .name = path.substr(path.rfind('/') + 1),
                         .exists = archive.kept.outside().files().is_directory(path),
                         .newest = {},
                         .verified = {},
                         .today = {}};
    Survey survey(out, shown, now);
    const auto list = TRY(archive.kept.runs(shelf));
    for (const api::ListedRun& run : list->runs) survey.add(run);
    if (survey.verified()) shown.verified = verified_by(archive, shelf.id, *survey.verified());
    const core::agent::Spent spent = sum_of(TRY(archive.kept.spending(shelf, day_of(now))));
    shown.today = as_shown(spent);
    today += spent;
    out.workspaces.push_back(std::move(shown));
  }
  out.today = as_shown(today);
  for (std::vector<RunShown>* list : {&out.running, &out.waiting, &out.failed})
    std::sort(list->begin(), list->end(), newer);
  out.failed.resize(std::min(out.failed.size(), failed_told));
  std::sort(out.workspaces.begin(), out.workspaces.end(),
            [](const WorkspaceShown& a, const WorkspaceShown& b) {
              return a.newest.held && b.newest.held && newer(*a.newest.held, *b.newest.held);
            });
  return out;
}

api::Reply<RunsShown> runs(const Call& call, const RunsQuery& query) {
  const Instant now = call.archive.kept.now();
  const std::string text = lowered(query.text);
  std::vector<RunShown> all;
  PassRate rate;
  for (const api::Shelf& shelf : call.archive.kept.shelves()) {
    if (!query.workspace.empty() && shelf.id != query.workspace) continue;
    const auto list = TRY(call.archive.kept.runs(shelf));
    for (const api::ListedRun& run : list->runs) {
      const bool other = (!query.machine.empty() && run.row.machine != query.machine) ||
                         (query.state && run.state != *query.state) ||
                         (!text.empty() && !has_text(run, shelf.place.workspace, text));
      if (other) continue;
      all.push_back(as_shown(run, now));
      rate.add(run);
    }
  }
  std::sort(all.begin(), all.end(),
            [](const RunShown& a, const RunShown& b) { return cursor_of(a) > cursor_of(b); });
  RunsShown out;
  rate.tell(out);
  out.matching = all.size();
  // By what it is and not by its place: runs that came since move nothing.
  const auto first = std::find_if(all.begin(), all.end(), [&](const RunShown& run) {
    return query.cursor.empty() || cursor_of(run) < query.cursor;
  });
  const auto left = static_cast<std::size_t>(all.end() - first);
  const std::size_t told = std::min(left, static_cast<std::size_t>(query.limit));
  out.runs.assign(first, first + static_cast<std::ptrdiff_t>(told));
  if (told < left) out.next.held = cursor_of(out.runs.back());
  return out;
}

api::Reply<QuestionsShown> questions(const Call& call, const NoQuery&) {
  QuestionsShown out;
  for (const api::Shelf& shelf : call.archive.kept.shelves()) {
    const auto list = TRY(call.archive.kept.runs(shelf));
    for (const api::ListedRun& run : list->runs) {
      if (run.state != api::RunState::waiting) continue;
      const auto look = [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<> {
        if (auto question = question_of(run, dossier, site))
          out.questions.push_back(*std::move(question));
        return {};
      };
      TRY(call.archive.kept.look(shelf.id, run.row.run_id, look));
    }
  }
  std::sort(out.questions.begin(), out.questions.end(),
            [](const QuestionShown& a, const QuestionShown& b) { return a.since < b.since; });
  return out;
}

std::optional<QuestionShown> question_of(const api::ListedRun& run, const api::Dossier& dossier,
                                         const api::Site& site) {
  const auto* state = std::get_if<core::pipeline::State>(&dossier.view.run.machine.state);
  if (state == nullptr || dossier.view.row.outcome || state->waiting_for.empty())
    return std::nullopt;
  QuestionShown shown = question_shown(run, *state, api::has_answer(run.row.run_id, *state, site));
  const auto& parked = dossier.view.run.parked();
  if (parked)
    shown.since = to_text(parked->at);
  else if (!dossier.steps.empty())
    shown.since = dossier.steps.back().told.at;
  return shown;
}

}  // namespace assay::web
