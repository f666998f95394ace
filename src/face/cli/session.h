// SPDX-License-Identifier: MIT
// What every command of the command line shares: the global flags, the two output streams, and how
// errors are told.
#pragma once

#include "api/given.h"
#include "api/run.h"
#include "face/shown/text.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

enum class OutputFormat : std::uint8_t { human, json, markdown };

/// Exit statuses that do not come from a verdict.
constexpr int usage_status = 2;
constexpr int error_status = 3;
constexpr int stopped_status = 130;

/// The screen, as far as it is one.
struct Screen {
  bool color_out = false;
  bool color_err = false;
  bool live = false;  ///< stderr is a terminal that can redraw its last line
  bool out_is_terminal = false;
  int width = 80;
  int height = 24;

  void measure();  ///< again: windows change their size
};

struct Session {
  shell::Outside& outside;
  api::PlaceRequest place_request;
  std::string config_path;  ///< empty: assay.yaml of the workspace
  OutputFormat format = OutputFormat::human;
  bool quiet = false;
  bool no_color = false;
  Screen screen;
  int exit_status = 0;
  std::string version = {};
  std::string gates_from = {};  ///< empty: as configurations say
  std::string store = {};       ///< as a flag says; empty: as user or environment do

  /// The result, and nothing else, goes here. A reader that went away ends the program quietly.
  void out(std::string_view text);
  /// The same for people: on a terminal its lines are broken between words. Other formats stay as
  /// they are.
  void tell(std::string_view text);
  void note(std::string_view text);  ///< for people, on stderr; silent with --quiet
  void problem(std::string_view text);

  /// Tells the error on stderr and sets the exit status its fault deserves.
  void fail(const Error& error);
  /// The same with every problem the api found, in words of the command line.
  void fail(const api::Problems& problems);

  /// Whether JSON was asked for where there is none; then that is told.
  bool lacks_json(std::string_view what);

  api::Reply<api::Site> site() const;
  /// The ref that was asked for, by a flag or for all commands of this user; empty: none.
  std::string trusted_ref() const;
  /// Of a place that is known already; the configuration that was named is not meant for it.
  api::Site site_at(const api::Place& place) const;
  /// Prints notes as they come.
  api::OnNote notes();
  /// What a file says, or standard input for "-". `flag` is what problems begin with; empty: the
  /// path alone.
  api::Giving given(std::string path, std::string flag, std::uint64_t bytes_max) const;
};

/// The exit status that says how a run stands.
int exit_status(const api::Run& run);

/// Where to look at a run that did not pass, if somebody serves it (`assay web`): the last line, on
/// stderr.
void tell_where(Session& session, const api::Run& run, const api::Site& site);

using shown::first_line;
using shown::paint;

}  // namespace assay::cli
