// SPDX-License-Identifier: MIT
#include "format/keys/rules.h"

#include "base/id.h"
#include "base/text/path.h"
#include "format/problem.h"
#include "format/transient.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

bool is_old_boolean(std::string_view text) {
  constexpr std::string_view words[] = {"yes",   "Yes",   "YES", "no",  "No",  "NO",   "on",
                                        "On",    "ON",    "off", "Off", "OFF", "True", "TRUE",
                                        "False", "FALSE", "y",   "Y",   "n",   "N"};
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

std::string described(const Given& given) {
  switch (given.kind) {
    case Given::Kind::null: return "null";
    case Given::Kind::boolean: return given.truth ? "true" : "false";
    case Given::Kind::integer:
    case Given::Kind::real: return std::string(given.text.substr(0, 40));
    case Given::Kind::text: return "the text " + quoted(given.text);
    case Given::Kind::list: return "a list";
    case Given::Kind::object: return given.scalars_are_text ? "a map" : "an object";
  }
  return "null";
}

bool is_all_digits(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Objection wrong_type(std::string_view wanted, const Given& given) {
  return fmt::format("must be {}, not {}", wanted, described(given));
}

Objection put_text(const Given& given, std::string& out) {
  if (!given.is_text()) return wrong_type("a string", given);
  out.assign(given.text);
  return {};
}

Objection put_boolean(const Given& given, bool& out) {
  if (given.kind != Given::Kind::boolean) {
    const bool explain = given.scalars_are_text && is_old_boolean(given.text);
    return wrong_type("true or false", given) +
           (explain ? " (only the words true and false count)" : "");
  }
  out = given.truth;
  return {};
}

Objection put_integer(const Given& given, Range range, std::int64_t& out) {
  // An integer of more than 64 bits arrives as a real without point and exponent.
  const bool huge = given.kind == Given::Kind::real && is_all_digits(given.text);
  if (given.kind != Given::Kind::integer && !huge) return wrong_type("an integer", given);
  if (huge || given.integer < range.lowest || given.integer > range.highest) {
    return fmt::format("must be between {} and {}, not {}", range.lowest, range.highest,
                       described(given));
  }
  out = given.integer;
  return {};
}

Objection put_integer(const Given& given, Range range, std::int32_t& out) {
  std::int64_t wide = 0;
  Objection objection = put_integer(given, range, wide);
  if (objection.empty()) out = static_cast<std::int32_t>(wide);
  return objection;
}

Objection put_duration(const Given& given, Millis& out) {
  constexpr std::string_view wanted = "a duration like 90s or 30m";
  if (!given.is_text()) return wrong_type(wanted, given);
  const Result<Millis> length = parse_duration(given.text);
  if (!length) return fmt::format("{} is not {}", quoted(given.text), wanted);
  if (*length <= Millis{0}) return "must be more than nothing";
  out = *length;
  return {};
}

Objection put_choice(const Given& given, const std::vector<std::string_view>& names,
                     std::size_t& index) {
  if (!given.is_text()) return wrong_type("a string", given);
  const auto found = std::find(names.begin(), names.end(), given.text);
  if (found == names.end()) {
    return fmt::format("{} is not one of {}{}", quoted(given.text), fmt::join(names, ", "),
                       suggestion(given.text, names));
  }
  index = static_cast<std::size_t>(found - names.begin());
  return {};
}

Objection check_id(std::string_view id) {
  if (is_valid_id(id)) return {};
  return quoted(id) +
         " is not a valid id (letters, digits, '.', '_' and '-', at most 128, the first a letter "
         "or digit)";
}

Objection check_no_nul(std::string_view text) {
  return text.find('\0') == std::string_view::npos ? "" : "contains a NUL character";
}

Objection check_env_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const bool fits = !name.empty() && is_letter(name.front()) &&
                    std::all_of(name.begin(), name.end(),
                                [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  if (fits) return {};
  return quoted(name) +
         " is not a name for an environment variable (letters, digits and '_', no digit first)";
}

Objection check_inner_path(std::string_view path) {
  if (path.empty()) return "must not be empty";
  if (path.front() == '/') return quoted(path) + " must be a relative path";
  if (path_parts(path).leaves) return quoted(path) + " leaves the directory it is relative to";
  return check_no_nul(path);
}

Objection check_inner_glob(std::string_view glob) {
  if (Objection objection = check_inner_path(glob); !objection.empty()) return objection;
  const std::string inside = "/" + std::string(glob) + "/";
  if (inside.find("/../") != std::string::npos)
    return quoted(glob) + " must not have '..' in it: files are named from where commands run";
  if (glob.find_first_of("[]{}") == std::string_view::npos) return {};
  return quoted(glob) +
         ": brackets and braces are no wildcards here; write '?' for one character, '*' for more, "
         "or two globs";
}

Objection check_retry_pattern(const std::string& pattern) {
  const Result<> checked = check_pattern(pattern);
  return checked ? "" : checked.error().what;
}

}  // namespace assay::format
