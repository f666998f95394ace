// SPDX-License-Identifier: MIT
#include "face/web/page.h"

#include "format/embedded.h"

#include <array>
#include <utility>

namespace assay::web {

namespace {

constexpr std::string_view not_built =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>assay web</title>\n"
    "<p>This assay was built without its web page (ASSAY_WEB, which needs npm). The API is served "
    "below <code>/api/v1</code>; <code>docs/formats/web-api.json</code> describes it.</p>\n";

std::string_view type_of(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> types = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".json", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"},
  }};
  for (const auto& [ending, type] : types) {
    if (path.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

}  // namespace

bool has_page() { return !format::web_files().empty(); }

std::optional<PageFile> page_file(std::string_view path) {
  const bool root = path == "/" || path == "/index.html";
  if (root && !has_page()) return PageFile{"text/html; charset=utf-8", not_built};
  const std::string_view wanted = root ? "index.html" : path.substr(path.empty() ? 0 : 1);
  for (const format::Embedded& file : format::web_files()) {
    if (file.path == wanted) return PageFile{type_of(wanted), file.text};
  }
  return std::nullopt;
}

}  // namespace assay::web
