// SPDX-License-Identifier: MIT
#include "face/cli/session.h"

#include "format/text/columns.h"
#include "format/text/escape.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace assay::cli {

namespace {

constexpr std::uint64_t config_bytes_max = 4U << 20;

void write(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

int status_of(Fault fault) {
  switch (fault) {
    case Fault::bad_input: return usage_status;
    case Fault::not_found: return usage_status;
    case Fault::conflict: return usage_status;
    case Fault::io: return error_status;
    case Fault::exhausted: return error_status;
  }
  return error_status;
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

void Session::out(std::string_view text) { write(stdout, text); }

void Session::tell(std::string_view text) {
  const bool folds = screen.out_is_terminal && format == OutputFormat::human;
  if (!folds) return out(text);
  screen.measure();
  out(assay::format::folded(text, static_cast<std::size_t>(std::max(1, screen.width))));
}

void Session::note(std::string_view text) {
  if (quiet) return;
  if (!screen.live) return problem(text);
  screen.measure();
  problem(assay::format::folded(text, static_cast<std::size_t>(std::max(1, screen.width))));
}

void Session::problem(std::string_view text) {
  std::fflush(stdout);
  write(stderr, text);
}

void Session::fail(const Error& error) {
  problem(paint("assay: ", "31", screen.color_err) + format::printable(error.what) + "\n");
  exit_status = status_of(error.fault);
}

void Session::fail(const std::vector<format::Problem>& problems) {
  for (const format::Problem& each : problems) {
    problem(format::printable(each.where.empty() ? each.what : each.where + ": " + each.what) +
            "\n");
  }
  exit_status = usage_status;
}

Result<api::Place> Session::place() { return api::find_place(place_request, outside); }

std::optional<LoadedConfig> load_config(Session& session, const api::Place& place) {
  LoadedConfig loaded;
  const bool named = !session.config_path.empty();
  const std::string path = named ? session.config_path : place.workspace + "/assay.yaml";
  if (!named && !session.outside.files().is_regular(path)) return loaded;
  const auto text = session.outside.files().read(path, config_bytes_max);
  if (!text) {
    session.fail(Error{Fault::bad_input, text.error().what});
    return std::nullopt;
  }
  const std::string shown = named ? path : "assay.yaml";
  format::ConfigReading reading = format::read_config(shown, *text);
  if (!reading.problems.empty()) {
    session.fail(reading.problems);
    return std::nullopt;
  }
  loaded.config = std::move(reading.config);
  loaded.path = path;
  return loaded;
}

std::string paint(std::string_view text, std::string_view sgr, bool on) {
  if (!on) return std::string(text);
  std::string painted = "\033[";
  return painted.append(sgr).append("m").append(text).append("\033[0m");
}

std::string first_line(const std::string& text) {
  return format::printable(text.substr(0, text.find('\n')));
}

}  // namespace assay::cli
