// SPDX-License-Identifier: MIT
#include "api/brief.h"

#include "base/text/utf8.h"

#include <algorithm>

namespace assay::api {

namespace {

/// Its beginning, where it is long.
void shorten(std::string& text) {
  constexpr std::size_t most = 240;
  const std::size_t end = std::min(text.find('\n'), whole_characters(text, most));
  if (end >= text.size()) return;
  text.resize(end);
  text += " ...";
}

}  // namespace

bool Brief::keep(Explanation& step) {
  const bool as_expected = !step.weighty && step.decided.starts_with("PASS");
  if (as_expected) return false;
  const bool is_new = !step.decided.empty() && said_.insert(step.decided).second;
  if (!step.weighty && !is_new) return false;
  // An answer to a question of assay's own says nothing; what followed does.
  if (!step.weighty && step.subject.empty()) step.happened.clear();
  shorten(step.decided);
  return true;
}

}  // namespace assay::api
