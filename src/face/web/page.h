// SPDX-License-Identifier: MIT
// The files of the page, compiled into the program.
#pragma once

#include <optional>
#include <string_view>

namespace assay::web {

/// Nothing but what this server gives, and no script that stands in the page itself.
inline constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

struct PageFile {
  std::string_view type;
  std::string_view bytes;
};

/// None: there is none of that path. Where no page was built, one that says so stands at its root.
std::optional<PageFile> page_file(std::string_view path);
bool has_page();

}  // namespace assay::web
