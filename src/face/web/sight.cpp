// SPDX-License-Identifier: MIT
#include "face/web/sight.h"

#include "api/logs.h"

#include <fmt/format.h>

#include <charconv>

namespace assay::web {

std::string Sight::log_path() const {
  if (ended != nullptr) return ended->evidence.output.log_path;
  return fmt::format("{}/{}-attempt{}.log", site.place.state.logs(dossier.view.row.run_id), name,
                     number);
}

std::string Sight::beside(std::string_view ending) const {
  std::string path = log_path();
  if (path.ends_with(".log")) path.resize(path.size() - 4);
  return path.append(ending);
}

namespace {

api::Reply<std::uint32_t> number_of(const std::string& text) {
  std::uint32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc{} && read.ptr == text.data() + text.size()) return number;
  return Error{Fault::not_found, "attempts are counted: '" + text + "' is none"};
}

}  // namespace

api::Reply<Sight> find_attempt(const Call& call, const api::Dossier& dossier,
                               const api::Site& site) {
  Sight sight{.archive = call.archive, .dossier = dossier, .site = site};
  sight.name = call.at("name");
  sight.number = TRY(number_of(call.at("attempt")));
  const api::RunView& view = dossier.view;
  for (std::size_t i = view.attempts.size(); i-- > 0 && sight.ended == nullptr;) {
    const core::AttemptEnded& each = view.attempts[i];
    if (each.name != sight.name || each.key.attempt != sight.number) continue;
    sight.ended = &each;
    sight.started = &view.attempts_started[i];
    sight.index = i;
  }
  for (const auto& [key, started] : view.in_flight) {
    if (sight.ended == nullptr && started.name == sight.name && key.attempt == sight.number)
      sight.started = &started;
  }
  if (sight.ended != nullptr || sight.started != nullptr) return sight;
  return Error{Fault::not_found, fmt::format("run {} has no attempt {} of '{}'", view.row.run_id,
                                             sight.number, sight.name)};
}

api::Reply<std::shared_ptr<const LogText>> read_log(const Sight& sight) {
  auto log =
      sight.archive.logs.read(sight.log_path(), sight.site.place.state.path(), sight.site.files());
  if (log) return log.take();
  if (log.error().fault != Fault::not_found) return log.error();
  if (sight.ended == nullptr) return std::make_shared<const LogText>("");
  // Of an attempt on another machine only a shared ledger has the log.
  return std::make_shared<const LogText>(
      TRY(api::read_log(sight.ended->evidence.output, sight.site, log_bytes_max)));
}

Result<std::string> read_beside(const Sight& sight, std::string_view ending,
                                std::uint64_t bytes_max) {
  const std::string real = TRY(sight.site.files().real_path(sight.beside(ending)));
  const std::string state = TRY(sight.site.files().real_path(sight.site.place.state.path()));
  if (!real.starts_with(state + "/"))
    return Error{Fault::bad_input, real + ": leads out of the state directory"};
  return sight.site.files().read(real, bytes_max);
}

}  // namespace assay::web
