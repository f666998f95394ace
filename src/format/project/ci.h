// SPDX-License-Identifier: MIT
// What a project's continuous integration runs, as single commands with the folder they run in.
// Left out: what depends on a matrix, secrets or another system, and jobs that publish or deploy.
// Private to format/project.
#pragma once

#include "format/project.h"
#include "format/project/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::project {

struct CiCommand {
  Simple simple;
  std::string folder;  ///< "" or "name/"
  std::string source;  ///< ".github/workflows/ci.yml"
};

struct CiReading {
  std::vector<CiCommand> commands;
  std::string text;  ///< of all files, for questions whether a tool is mentioned at all
};

/// GitHub Actions, GitLab, CircleCI, Azure Pipelines, Travis, Woodpecker and Drone.
CiReading read_ci(const ProjectFiles& files);

/// Each reader alone, for one file.
void read_github(std::string_view yaml, const std::string& source, CiReading& out);
void read_gitlab(std::string_view yaml, const std::string& source, CiReading& out);
void read_circle(std::string_view yaml, const std::string& source, CiReading& out);
void read_azure(std::string_view yaml, const std::string& source, CiReading& out);
void read_travis(std::string_view yaml, const std::string& source, CiReading& out);
void read_drone(std::string_view yaml, const std::string& source, CiReading& out);

/// The commands of one script; `cd` is followed, what cannot be known before is left out.
void add_script(std::string_view script, std::string folder, const std::string& source,
                CiReading& out);

}  // namespace assay::format::project
