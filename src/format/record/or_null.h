// SPDX-License-Identifier: MIT
// A value of a result that is always there, and null where there is none. An optional is left out
// instead.
#pragma once

#include "base/record.h"
#include "format/json/writer.h"

#include <optional>
#include <utility>

namespace assay::format::stored {

template <class T>
struct OrNull {
  std::optional<T> held = {};

  friend bool operator==(const OrNull&, const OrNull&) = default;
};

template <class T>
void put_value(JsonWriter& out, const T& value);

template <class T>
void put_held(JsonWriter& out, const OrNull<T>& value) {
  value.held ? put_value(out, *value.held) : out.null();
}

}  // namespace assay::format::stored

namespace assay::detail {

/// As an optional: what it holds may have a field list and no operator of its own.
template <class T>
struct Equality<format::stored::OrNull<T>> {
  static bool of(const format::stored::OrNull<T>& a, const format::stored::OrNull<T>& b) {
    return is_equal(a.held, b.held);
  }
};

}  // namespace assay::detail
