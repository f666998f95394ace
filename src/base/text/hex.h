// SPDX-License-Identifier: MIT
// Digits of base 16.
#pragma once

namespace assay {

/// In either case; -1: it is none.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace assay
