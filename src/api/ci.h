// SPDX-License-Identifier: MIT
// Files that have a build service verify every change.
#pragma once

#include "api/site.h"

#include <string>
#include <string_view>

namespace assay::api {

/// `service`: "github" or "gitlab". Pushes to the default branch of the repository are verified; if
/// there is no repository, or it does not tell, to `main`.
std::string build_service_file(std::string_view service, const Site& site);

}  // namespace assay::api
