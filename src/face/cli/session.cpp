// SPDX-License-Identifier: MIT
#include "face/cli/session.h"

#include "api/web_sign.h"
#include "base/text/ascii.h"
#include "base/text/columns.h"
#include "base/text/escape.h"
#include "face/cli/problems.h"
#include "format/json/whole_characters.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace assay::cli {

namespace {

/// How long what could not be delivered is tried again by the process that did not get through.
constexpr const char* courier_lingers = "2m";

void write(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace

void Screen::measure() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 &&
      ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    return;
  if (size.ws_col > 0) width = size.ws_col;
  if (size.ws_row > 0) height = size.ws_row;
}

void Session::out(std::string_view text) {
  const bool foreign = format == OutputFormat::json && contains(text, "\\udc");
  write(stdout, foreign ? std::string_view(assay::format::with_whole_characters(text)) : text);
}

void Session::tell(std::string_view text) {
  const bool folds = screen.out_is_terminal && format == OutputFormat::human;
  if (!folds) return out(text);
  screen.measure();
  out(folded(text, static_cast<std::size_t>(std::max(1, screen.width))));
}

void Session::note(std::string_view text) {
  if (quiet) return;
  if (!screen.live) return problem(text);
  screen.measure();
  problem(folded(text, static_cast<std::size_t>(std::max(1, screen.width))));
}

void Session::problem(std::string_view text) {
  std::fflush(stdout);
  write(stderr, text);
}

bool Session::lacks_json(std::string_view what) {
  if (format != OutputFormat::json) return false;
  fail(Error{Fault::bad_input, std::string(what) + " is text: leave out `--format json`"});
  return true;
}

void Session::fail(const Error& error) { fail(api::Problems{api::problem_of(error)}); }

void Session::fail(const api::Problems& problems) {
  for (const api::Problem& each : problems) {
    if (each.code == api::Code::tasks_unverifiable) {
      for (const std::string& finding : each.items) problem(printable(finding) + "\n");
    }
    const std::string who = speaks_for_itself(each) ? "" : paint("assay: ", "31", screen.color_err);
    problem(who + printable(problem_text(each)) + "\n");
    exit_status = each.code == api::Code::stopped ? stopped_status
                  : api::is_bad_input(each.code)  ? usage_status
                                                  : error_status;
  }
}

api::Reply<api::Site> Session::site() const {
  api::Site site = site_at(TRY(api::find_place(place_request, outside)));
  site.config_path = config_path;
  return site;
}

std::string Session::trusted_ref() const {
  return gates_from.empty() ? outside.variable("ASSAY_GATES_FROM").value_or("") : gates_from;
}

api::Site Session::site_at(const api::Place& place) const {
  api::Site site{outside, place, ""};
  site.gates_from = trusted_ref();
  if (const auto program = outside.program())
    site.courier = {*program, "-C",      place.workspace, "--state-dir",   place.state,
                    "notify", "deliver", "--linger",      courier_lingers, "--quiet"};
  return site;
}

api::OnNote Session::notes() {
  return [this](const api::Note& told) { note(note_text(told) + "\n"); };
}

api::Giving Session::given(std::string path, std::string flag, std::uint64_t bytes_max) const {
  return [=, &files = outside.files()]() -> Result<api::Given> {
    auto text = files.read(path, bytes_max);
    if (text) return api::Given{path == "-" ? "<stdin>" : path, text.take()};
    return Error{Fault::bad_input, (flag.empty() ? "" : flag + " ") + text.error().what};
  };
}

int exit_status(const api::Run& run) {
  switch (api::rest_of(run)) {
    case api::Rest::ended: return core::exit_status(*run.outcome());
    case api::Rest::stopped: return stopped_status;
    case api::Rest::needs_person: return core::person_status;
    case api::Rest::waits:
    case api::Rest::running:
    case api::Rest::interrupted: return core::parked_status;
  }
  return error_status;
}

void tell_where(Session& session, const api::Run& run, const api::Site& site) {
  if (exit_status(run) == 0 || session.quiet) return;
  const std::string link = api::web_link(run.run_id, site);
  // Not folded: who clicks on an address needs all of it.
  if (!link.empty()) session.problem("web: " + link + "\n");
}

}  // namespace assay::cli
