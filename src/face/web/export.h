// SPDX-License-Identifier: MIT
// A run as one file: the page with the answers of the API in it.
#pragma once

#include "face/web/archive.h"

#include <string>

namespace assay::web {

/// Code::conflict: the run has not ended. Code::not_found: there is none, or this program has no
/// page.
api::Reply<std::string> export_html(Archive& archive, const std::string& shelf,
                                    const std::string& run_id);

/// The page with its scripts and styles inside, nothing to be fetched, and the data as text that no
/// browser takes for markup.
std::string self_contained(std::string_view page, std::string_view data);

}  // namespace assay::web
