// SPDX-License-Identifier: MIT
#include "face/web/given.h"

#include "base/text/hex.h"
#include "base/text/utf8.h"

namespace assay::web {

std::optional<std::string> decode_url(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  if (!is_utf8(out) || out.find('\0') != std::string::npos) return std::nullopt;
  return out;
}

api::Problem wrong_query(std::string_view name, std::string what) {
  return {.code = api::Code::bad_value, .field = std::string(name), .what = std::move(what)};
}

api::Reply<std::map<std::string, std::string, std::less<>>> parse_query(std::string_view text) {
  std::map<std::string, std::string, std::less<>> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    std::string value(part.substr(std::min(equals + 1, part.size())));
    for (char& c : value) c = c == '+' ? ' ' : c;
    const auto name = decode_url(part.substr(0, equals));
    const auto decoded = decode_url(value);
    if (!name || !decoded) return wrong_query(part.substr(0, equals), "is not readable");
    if (!parts.emplace(*name, *decoded).second) return wrong_query(*name, "is there twice");
  }
  return parts;
}

std::string with_valid_text(std::string json) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = json.find('\\'); at != std::string::npos; at = json.find('\\', at)) {
    const bool stray = json.compare(at, 4, "\\udc") == 0;
    if (!stray) {
      at += 2;
      continue;
    }
    out.append(json, done, at - done).append("\xEF\xBF\xBD");
    at += 6;
    done = at;
  }
  if (done == 0) return json;
  return out.append(json, done, std::string::npos);
}

}  // namespace assay::web
