// SPDX-License-Identifier: MIT
#include "format/shell/literal.h"

#include <algorithm>
#include <charconv>

namespace assay::format::shell {
namespace {

Flow known(bool holds) { return Flow(holds ? Flow::ok : Flow::bad); }

std::optional<bool> compare_numbers(std::string_view left, std::string_view op,
                                    std::string_view right) {
  const auto a = literal_number(left);
  const auto b = literal_number(right);
  if (!a || !b) return {};
  if (op == "-eq") return *a == *b;
  if (op == "-ne") return *a != *b;
  if (op == "-lt") return *a < *b;
  if (op == "-le") return *a <= *b;
  if (op == "-gt") return *a > *b;
  if (op == "-ge") return *a >= *b;
  return {};
}

std::optional<bool> compare(std::string_view left, std::string_view op, std::string_view right) {
  const bool pattern = right.find_first_of("*?[") != std::string_view::npos;
  if (pattern) return {};
  if (op == "=" || op == "==") return left == right;
  if (op == "!=") return left != right;
  return compare_numbers(left, op, right);
}

std::optional<bool> decide(Words words);

// `$? -eq 0 -o $? -eq 1`, `x == y || z`
std::optional<bool> decide_joined(Words words, std::string_view joints, bool any) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i].quoted || !lists(joints, words[i].text)) continue;
    const auto left = decide(words.first(i));
    const auto right = decide(words.subspan(i + 1));
    if (!left || !right) return {};
    return any ? *left || *right : *left && *right;
  }
  return {};
}

std::optional<bool> decide(Words words) {
  if (words.size() > 4) {
    const auto either = decide_joined(words, " -o || ", true);
    return either ? either : decide_joined(words, " -a && ", false);
  }
  if (!words.empty() && words.front().is("!")) {
    const auto inner = decide(words.subspan(1));
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (words.empty()) return false;
  if (words.size() == 1) return !words[0].text.empty();
  if (words.size() == 2 && words[0].is("-n")) return !words[1].text.empty();
  if (words.size() == 2 && words[0].is("-z")) return words[1].text.empty();
  if (words.size() == 3) return compare(words[0].text, words[1].text, words[2].text);
  return {};
}

}  // namespace

std::optional<long long> literal_number(std::string_view text) {
  long long value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

std::optional<bool> decided_test(Words words) { return decide(words); }

Flow literal_test(Words words) {
  const bool literal =
      std::all_of(words.begin(), words.end(), [](const Word& word) { return word.literal; });
  if (!literal || words.size() > 4) return Flow::checked();
  const auto holds = decide(words);
  return holds ? known(*holds) : Flow::checked();
}

Flow literal_arithmetic(const Word& expression) {
  std::string_view text = expression.text;
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  const auto value = expression.literal ? literal_number(text) : std::nullopt;
  return value ? known(*value != 0) : Flow::checked();
}

}  // namespace assay::format::shell
