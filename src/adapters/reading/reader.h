// SPDX-License-Identifier: MIT
// Reads what commands say: their text before they run, their log and report after. The formats
// themselves are in format/; this is where files are opened for them.
#pragma once

#include "adapters/reading/report_files.h"
#include "format/runners/started.h"
#include "format/test_list.h"
#include "format/text/mask.h"
#include "shell/ports/reader.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace assay::reading {

class Reader final : public shell::Reader {
 public:
  core::CommandLint lint(const std::string& command) override;
  core::CommandLint foresee(const std::string& command, const std::string& cwd) override;
  core::Launch fill_prompt(core::Launch launch) override;
  core::Reading read(const core::Launch& launch, const core::Evidence& evidence) override;

  /// Names of variables that assay has and gates do not get.
  void withhold(std::vector<std::string> names) { withheld_ = std::move(names); }
  /// What is taken out of the names of tests: reports do not come through a pipe of assay's.
  void mask(std::shared_ptr<const format::Masks> masks) { masks_ = std::move(masks); }

 private:
  /// What was noted before an attempt started: nothing it does can change that any more.
  struct Before {
    format::Started started;
    std::vector<OldReport> reports;
    std::string report;  ///< the pattern
  };
  using Attempt = std::tuple<std::string, std::string, core::AttemptKey>;

  static Attempt attempt_of(const core::Launch& launch);
  Before note(const core::Launch& launch);
  core::Tally count(const core::Launch& launch, const core::Evidence& evidence,
                    const std::string& log, const Before& before, format::TestList& tests);

  std::map<Attempt, Before> in_flight_;
  std::vector<std::string> withheld_;
  std::shared_ptr<const format::Masks> masks_;
};

}  // namespace assay::reading
