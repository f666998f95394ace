// SPDX-License-Identifier: MIT
// The rules for single values that manifests and configuration share. Each returns what is wrong,
// or nothing.
#pragma once

#include "base/record.h"
#include "format/keys/given.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

inline constexpr Range any_int32{std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::int32_t>::max()};
inline constexpr Range timeout_range_s{1, 365LL * 86'400};

Objection wrong_type(std::string_view wanted, const Given& given);
Objection put_text(const Given& given, std::string& out);
Objection put_boolean(const Given& given, bool& out);
Objection put_integer(const Given& given, Range range, std::int64_t& out);
Objection put_integer(const Given& given, Range range, std::int32_t& out);

/// "90s", "30m", "1h30m" or a number of seconds; more than nothing.
Objection put_duration(const Given& given, Millis& out);

/// "'tets' is not one of test, lint (did you mean 'test'?)"; `index` is the place in `names`.
Objection put_choice(const Given& given, const std::vector<std::string_view>& names,
                     std::size_t& index);

Objection check_id(std::string_view id);
Objection check_no_nul(std::string_view text);
Objection check_env_name(std::string_view name);
/// A path that stays below the directory it is relative to, seen as text.
Objection check_inner_path(std::string_view path);
/// A glob of files below where it begins: `*`, `?` and `**` are all there is to it.
Objection check_inner_glob(std::string_view glob);
Objection check_retry_pattern(const std::string& pattern);

}  // namespace assay::format
