// SPDX-License-Identifier: MIT
#include "format/shell/status.h"

#include "base/text/ascii.h"
#include "format/shell/characters.h"
#include "format/shell/literal.h"

#include <array>
#include <vector>

namespace assay::format::shell {
namespace {

// Success, and how nearly everything says that it failed.
constexpr std::array<int, 2> statuses_tried{0, 1};

/// By precedence climbing, with the operators of the shell that take two numbers.
class Calculation {
 public:
  Calculation(std::string_view text, const Values& values, int status)
      : text_(text), values_(values), status_(status) {}

  std::optional<long long> all() {
    const auto value = choice();
    skip_blanks();
    return text_.empty() ? value : std::nullopt;
  }

 private:
  // `a > 1 ? b : c`
  std::optional<long long> choice() {
    const auto condition = binary(0);
    skip_blanks();
    if (!condition || !text_.starts_with('?')) return condition;
    text_.remove_prefix(1);
    const auto first = choice();
    skip_blanks();
    if (!first || !text_.starts_with(':')) return {};
    text_.remove_prefix(1);
    const auto second = choice();
    return *condition != 0 ? first : second;
  }

  struct Operator {
    std::string_view sign;
    int rank;
  };
  // Longer signs first.
  static constexpr Operator operators[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7},
                                           {">=", 7}, {"<<", 8}, {">>", 8}, {"|", 3},  {"^", 4},
                                           {"&", 5},  {"<", 7},  {">", 7},  {"+", 9},  {"-", 9},
                                           {"*", 10}, {"/", 10}, {"%", 10}};

  void skip_blanks() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\t'))
      text_.remove_prefix(1);
  }

  const Operator* next_operator() {
    skip_blanks();
    for (const Operator& one : operators) {
      if (text_.starts_with(one.sign)) return &one;
    }
    return nullptr;
  }

  std::optional<long long> binary(int rank) {
    if (++depth_ > 40) return {};
    auto left = unary();
    for (const Operator* sign = next_operator(); left && sign != nullptr && sign->rank > rank;
         sign = next_operator()) {
      text_.remove_prefix(sign->sign.size());
      const auto right = binary(sign->rank);
      if (!right) return {};
      left = applied(sign->sign, *left, *right);
    }
    --depth_;
    return left;
  }

  static std::optional<long long> applied(std::string_view sign, long long a, long long b) {
    constexpr long long limit = 1LL << 30;
    if (a > limit || b > limit || a < -limit || b < -limit) return {};
    if (sign == "||") return a != 0 || b != 0 ? 1 : 0;
    if (sign == "&&") return a != 0 && b != 0 ? 1 : 0;
    if (sign == "==") return a == b ? 1 : 0;
    if (sign == "!=") return a != b ? 1 : 0;
    if (sign == "<=") return a <= b ? 1 : 0;
    if (sign == ">=") return a >= b ? 1 : 0;
    if (sign == "<") return a < b ? 1 : 0;
    if (sign == ">") return a > b ? 1 : 0;
    if (sign == "|") return a | b;
    if (sign == "^") return a ^ b;
    if (sign == "&") return a & b;
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    if (sign == "*") return a * b;
    if (sign == "<<") return b >= 0 && b < 20 ? std::optional(a << b) : std::nullopt;
    if (sign == ">>") return b >= 0 && b < 20 ? std::optional(a >> b) : std::nullopt;
    if (b == 0) return {};
    return sign == "/" ? a / b : a % b;
  }

  std::optional<long long> unary() {
    skip_blanks();
    if (text_.empty() || ++depth_ > 40) return {};
    const char sign = text_.front();
    if (sign == '!' || sign == '-' || sign == '+' || sign == '~') {
      text_.remove_prefix(1);
      const auto value = unary();
      if (!value) return {};
      return sign == '!'   ? (*value == 0 ? 1 : 0)
             : sign == '-' ? -*value
             : sign == '~' ? ~*value
                           : *value;
    }
    if (sign != '(') return operand();
    text_.remove_prefix(1);
    const auto value = choice();
    skip_blanks();
    if (!text_.starts_with(')')) return {};
    text_.remove_prefix(1);
    return value;
  }

  std::optional<long long> operand() {
    if (text_.starts_with("$?")) {
      text_.remove_prefix(2);
      return status_;
    }
    const bool expands = text_.starts_with('$');
    if (expands) text_.remove_prefix(1);
    const bool braced = text_.starts_with('{');
    if (braced) text_.remove_prefix(1);
    std::size_t end = 0;
    while (end < text_.size() && is_name_char(text_[end])) ++end;
    const std::string_view name = text_.substr(0, end);
    text_.remove_prefix(end);
    if (braced && !text_.starts_with('}')) return {};
    if (braced) text_.remove_prefix(1);
    if (const auto number = literal_number(name))
      return expands ? std::nullopt : number;  // `$1` is an argument
    const auto value = values_.find(name);
    if (value == values_.end()) return {};
    return value->second == "$?" ? std::optional<long long>(status_)
                                 : literal_number(value->second);
  }

  std::string_view text_;
  const Values& values_;
  int status_;
  int depth_ = 0;
};

bool asks_status(Words words, const Values& values) {
  for (const Word& word : words) {
    if (word.text == "$?") return true;
    const auto value = word.text.starts_with('$') ? values.find(word.text.substr(1)) : values.end();
    if (value != values.end() && value->second == "$?") return true;
  }
  return false;
}

}  // namespace

std::optional<long long> calculate(std::string_view expression, const Values& values, int status) {
  return Calculation(expression, values, status).all();
}

std::optional<std::string> known_text(const Word& word, const Values& values, int status) {
  if (word.literal) return word.text;
  if (word.text == "$?") return std::to_string(status);
  const auto value = word.text.starts_with('$') ? values.find(word.text.substr(1)) : values.end();
  if (value == values.end()) return {};
  return value->second == "$?" ? std::to_string(status) : value->second;
}

Flow status_test(Words words, const Values& values, Flow::Ways last) {
  if (!asks_status(words, values)) return literal_test(words);
  Flow::Ways ends = 0;
  for (const int status : {0, 1}) {
    if ((last & (status == 0 ? Flow::ok : Flow::bad)) == 0) continue;
    std::vector<Word> seen(words.begin(), words.end());
    for (Word& word : seen) {
      const auto text = known_text(word, values, status);
      if (!text) return Flow::checked();
      word.text = *text;
      word.literal = true;
    }
    const auto holds = decided_test(seen);
    if (!holds) return Flow::checked();
    ends |= *holds ? Flow::ok : Flow::bad;
  }
  return ends == Flow::ok ? Flow(Flow::ok) : Flow::checked();
}

Flow status_arithmetic(const Word& expression, const Values& values, Flow::Ways last) {
  if (expression.literal || !expression.substitutions.empty())
    return literal_arithmetic(expression);
  bool always = true;
  for (const int status : statuses_tried) {
    if ((last & (status == 0 ? Flow::ok : Flow::bad)) == 0) continue;
    const auto value = calculate(expression.text, values, status);
    if (!value) return Flow::checked();
    always = always && *value != 0;
  }
  return always ? Flow(Flow::ok) : Flow::checked();
}

bool fits_status(std::string_view pattern, int status) {
  const std::string number = std::to_string(status);
  const bool set = pattern.size() > 2 && pattern.front() == '[' && pattern.back() == ']' &&
                   pattern.find_first_of("!^") == std::string_view::npos;
  return pattern == "*" || pattern == number ||
         (set && (pattern.find(number) != std::string_view::npos || pattern == "[0-9]"));
}

std::optional<Flow::Ways> status_left(std::string_view argument, const Values& values) {
  while (argument.starts_with('"') && argument.ends_with('"') && argument.size() > 1)
    argument = argument.substr(1, argument.size() - 2);
  const bool sum = argument.starts_with("$((") && argument.ends_with("))");
  if (sum) argument = argument.substr(3, argument.size() - 5);
  if (!sum && !argument.starts_with('$')) return {};
  // Whatever stands in front of it.
  const std::string_view product = trimmed(argument);
  if (sum && product.ends_with('0') &&
      trimmed(product.substr(0, product.size() - 1)).ends_with('*'))
    return Flow::ok;
  Flow::Ways ways = 0;
  for (const int status : statuses_tried) {
    const auto value = calculate(argument, values, status);
    if (!value) return {};
    ways |= (*value & 0xFF) == 0 ? Flow::ok : Flow::bad;
  }
  return ways;
}

}  // namespace assay::format::shell
