// SPDX-License-Identifier: MIT
#include "face/cli/prompts.h"

namespace assay::cli {

namespace {

constexpr std::uint64_t template_bytes_max = 1U << 20;

struct Template {
  std::string name;
  std::string text;
};

Result<Template> find_template(Session& session, const api::Place& place,
                               const std::string& configured, const std::string& role) {
  shell::Files& files = session.outside.files();
  const std::string name = configured.empty() ? format::prompt_override(role) : configured;
  auto text = files.read(place.workspace + "/" + name, template_bytes_max);
  if (text) return Template{name, text.take()};
  const bool absent = configured.empty() && text.error().fault == Fault::not_found;
  if (!absent) return Error{Fault::bad_input, "prompt of " + role + ": " + text.error().what};
  return Template{role + ".md", std::string(format::default_prompt(role))};
}

}  // namespace

std::optional<LoadedPrompt> load_template(Session& session, const api::Place& place,
                                          const std::string& configured, const std::string& role) {
  auto chosen = find_template(session, place, configured, role);
  if (!chosen) {
    session.fail(chosen.error());
    return std::nullopt;
  }
  format::PromptReading reading =
      format::read_prompt(chosen->name, chosen->text, format::prompt_variables(role));
  if (reading.problems.empty())
    return LoadedPrompt{std::move(reading.prompt), std::move(chosen->text)};
  session.fail(reading.problems);
  return std::nullopt;
}

std::optional<format::Prompt> load_prompt(Session& session, const api::Place& place,
                                          const std::string& configured, const std::string& role) {
  auto loaded = load_template(session, place, configured, role);
  if (!loaded) return std::nullopt;
  return std::move(loaded->prompt);
}

}  // namespace assay::cli
