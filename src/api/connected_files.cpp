// SPDX-License-Identifier: MIT
#include "api/connected_files.h"

#include "base/digest.h"
#include "format/json/fields.h"
#include "format/json/reader.h"

#include <algorithm>

namespace assay::api {

namespace {

std::string written(const std::string& path, const KeptFile& file) {
  std::string out;
  format::JsonWriter json(out);
  json.begin_object();
  format::Fields fields(json);
  fields.text("path", path).list("agents", file.agents).text("result", file.result);
  if (file.original) fields.text("original", *file.original);
  json.end_object();
  return out;
}

/// Any bytes come back as they were: "\udcXX" stands for what is no character.
KeptFile kept_in(std::string_view text) {
  KeptFile file;
  format::JsonReader reader(text, format::JsonReader::Strings::bytes);
  std::string key;
  for (auto token = reader.next(); token != format::JsonToken::end; token = reader.next()) {
    if (token == format::JsonToken::broken) return {};
    if (token == format::JsonToken::key) key = reader.text();
    if (token != format::JsonToken::text) continue;
    if (key == "agents") file.agents.emplace_back(reader.text());
    if (key == "result") file.result = reader.text();
    if (key == "original") file.original = reader.text();
  }
  return file;
}

void add_agent(KeptFile& file, const std::string& agent) {
  const bool known = std::find(file.agents.begin(), file.agents.end(), agent) != file.agents.end();
  if (!known) file.agents.push_back(agent);
}

/// Connections of a user are the same in every workspace.
Reply<std::string> user_state(const Site& site) {
  const auto given = site.outside.variable("ASSAY_STATE_DIR");
  if (given && !given->empty()) return site.place.state.aside("user").path();
  const auto home = site.outside.variable("XDG_STATE_HOME");
  if (home && home->starts_with('/')) return *home + "/assay/user";
  const auto user = site.outside.variable("HOME");
  if (user && user->starts_with('/')) return *user + "/.local/state/assay/user";
  return Problem{.code = Code::no_state_home, .what = "neither HOME nor XDG_STATE_HOME is set"};
}

}  // namespace

bool KeptFile::is_shared_with_others(const std::string& agent) const {
  return std::any_of(agents.begin(), agents.end(),
                     [&](const std::string& each) { return each != agent; });
}

bool KeptFile::gives_back(const std::string& agent, const std::string& now) const {
  return !result.empty() && !is_shared_with_others(agent) && digest_of(now).hex() == result;
}

Reply<ConnectedFiles> ConnectedFiles::open(bool user, const Site& site) {
  const std::string state = user ? TRY(user_state(site)) : site.place.state.path();
  return ConnectedFiles(TRY(site.outside.open_notebook(state, "connected")));
}

KeptFile ConnectedFiles::find(const std::string& path) const {
  const auto text = notes_->read(digest_of(path));
  return text && text->has_value() ? kept_in(**text) : KeptFile{};
}

Result<> ConnectedFiles::write(const std::string& path, const KeptFile& file) {
  return notes_->write(digest_of(path), written(path, file));
}

Result<> ConnectedFiles::note(const std::string& path, const std::string& agent,
                              const std::optional<std::string>& before, const std::string& after) {
  KeptFile file = find(path);
  const bool ours_alone = before && !file.result.empty() && digest_of(*before).hex() == file.result;
  // Somebody has changed it since, or it was never written: what is there now is the original,
  // unless it has everything already.
  if (!ours_alone && before == after) return {};
  if (!ours_alone) {
    file.original = before;
    file.agents.clear();
  }
  add_agent(file, agent);
  file.result = digest_of(after).hex();
  return write(path, file);
}

Result<> ConnectedFiles::forget(const std::string& path, const std::string& agent,
                                const std::string& before,
                                const std::optional<std::string>& after) {
  KeptFile file = find(path);
  const bool ours_alone = !file.result.empty() && digest_of(before).hex() == file.result;
  std::erase(file.agents, agent);
  if (file.agents.empty() || !after) {
    notes_->forget(digest_of(path));
    return {};
  }
  file.result = ours_alone ? digest_of(*after).hex() : "";
  return write(path, file);
}

}  // namespace assay::api
