// SPDX-License-Identifier: MIT
// What the answers of the web are made from, and what may be done through it.
#pragma once

#include "api/archive.h"
#include "face/web/kept_logs.h"
#include "face/web/passes.h"
#include "face/web/records.h"

#include <optional>
#include <string>

namespace assay::web {

/// Shared by all who answer.
class Archive {
 public:
  Archive(shell::Outside& outside, api::Archive::SiteOf site_of, std::string named)
      : kept(outside, std::move(site_of), std::move(named)) {}

  api::Archive kept;
  Passes passes = {};
  KeptLogs logs = {};
  std::string version = {};
  std::string user = {};  ///< under whose name answers are given
  bool read_only = false;
};

/// Where a page of a list begins that is counted.
api::Reply<std::size_t> offset_of(const std::string& cursor);

/// What a run will probably still take; null: nobody can tell.
OrNull<ForecastShown> forecast_of(Archive& archive, const api::Shelf& shelf,
                                  const api::RunView& view);

/// None: it asks nobody.
std::optional<QuestionShown> question_of(const api::ListedRun& run, const api::Dossier& dossier,
                                         const api::Site& site);

}  // namespace assay::web
