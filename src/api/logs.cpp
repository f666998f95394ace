// SPDX-License-Identifier: MIT
#include "api/logs.h"

#include "api/open_ledger.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::api {

namespace {

/// The last attempt of each command, or the attempt that was asked for.
std::vector<core::AttemptEnded> wanted_attempts(const LogsRequest& request,
                                                const std::vector<core::AttemptEnded>& attempts) {
  std::map<std::uint32_t, core::AttemptEnded> last;
  for (const core::AttemptEnded& attempt : attempts) {
    if (!is_wanted(request, attempt.name)) continue;
    if (request.attempt != 0 && attempt.key.attempt != request.attempt) continue;
    last.insert_or_assign(attempt.key.unit, attempt);
  }
  std::vector<core::AttemptEnded> result;
  for (auto& [unit, attempt] : last) result.push_back(std::move(attempt));
  return result;
}

bool has_log(LogsRequest request, const std::string& id, const RunView& view) {
  request.ids = {id};
  return !wanted_attempts(request, view.attempts).empty();
}

/// What there is, for who asked for something else.
std::string names_of(const std::vector<core::AttemptEnded>& attempts) {
  constexpr std::size_t named_max = 30;
  std::vector<std::string> names;
  for (const core::AttemptEnded& attempt : attempts) {
    if (std::find(names.begin(), names.end(), attempt.name) == names.end())
      names.push_back(attempt.name);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), named_max); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > named_max) text += fmt::format(" and {} more", names.size() - named_max);
  return text;
}

}  // namespace

bool is_wanted(const LogsRequest& request, const std::string& name) {
  return request.ids.empty() ||
         std::any_of(request.ids.begin(), request.ids.end(), [&](const std::string& id) {
           return name == id || name.starts_with(id + "-");
         });
}

Reply<RunView> find_logged(LogsRequest& request, const Site& site) {
  auto view = show_run(request.run, site);
  if (view) return view.take();
  if (view.error().fault != Fault::not_found) return view.error();
  auto last = show_run("last", site);
  if (!last || !has_log(request, request.run, *last)) return view.error();
  request.ids.insert(request.ids.begin(), request.run);
  return last.take();
}

Result<std::string> read_log(const core::Captured& output, const Site& site,
                             std::uint64_t bytes_max) {
  auto here = site.files().read(output.log_path, bytes_max);
  const bool elsewhere = !here && here.error().fault == Fault::not_found;
  if (!elsewhere || site.outside.used_store().url.empty()) return here;
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  auto kept = ledger->read_file(output.log_path, output.log);
  return kept ? std::move(kept) : std::move(here);
}

Reply<std::vector<core::AttemptEnded>> choose_logs(const LogsRequest& request,
                                                   const RunView& view) {
  const std::string run = "run " + view.row.run_id;
  for (const std::string& id : request.ids) {
    if (has_log(request, id, view)) continue;
    const std::string names = names_of(view.attempts);
    return Error{
        Fault::not_found,
        run + " has no log of '" + id + "'" +
            (request.attempt == 0 ? "" : fmt::format(" with an attempt {}", request.attempt)) +
            (names.empty() ? "" : "; it has: " + names)};
  }
  std::vector<core::AttemptEnded> attempts = wanted_attempts(request, view.attempts);
  if (!attempts.empty()) return attempts;
  return Error{Fault::not_found, run + " has no log" + (view.row.alive ? " yet" : "")};
}

}  // namespace assay::api
