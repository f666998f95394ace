// SPDX-License-Identifier: MIT
// What words stand for, as far as the text tells: variables, braces, what a command reads.
#include "format/shell/characters.h"
#include "format/shell/deeds.h"

#include <algorithm>

namespace assay::format::shell {

namespace {

constexpr std::size_t unbracing_steps_max = 20'000;

/// `a{b,c}` is `ab` and `ac`. `steps`: how many may be made; none left: some are missing.
void add_unbraced(const std::string& text, std::vector<std::string>& all, std::size_t& steps) {
  if (all.size() >= meanings_max) steps = 0;
  if (steps == 0) return;
  --steps;
  for (std::size_t close = text.find('}'); close != std::string::npos;
       close = text.find('}', close + 1)) {
    const std::size_t open = text.rfind('{', close);
    if (open == std::string::npos) continue;
    const std::string inner = text.substr(open + 1, close - open - 1);
    if (inner.find(',') == std::string::npos) continue;
    for (std::size_t at = 0; at <= inner.size();) {
      const std::size_t comma = std::min(inner.find(',', at), inner.size());
      add_unbraced(text.substr(0, open) + inner.substr(at, comma - at) + text.substr(close + 1),
                   all, steps);
      at = comma + 1;
    }
    return;
  }
  all.push_back(text);
}

}  // namespace

/// The word with values that the text itself gives; others stay as they are.
std::vector<Word> DeedReader::meanings(const Word& word, const std::string& folder) const {
  std::vector<std::string> texts{word.text};
  if (!word.literal) texts = with_values(word.text, folder);
  if (!word.quoted && word.text.size() <= word_bytes_max) {
    std::vector<std::string> all;
    std::size_t steps = unbracing_steps_max;
    for (const std::string& text : texts) add_unbraced(text, all, steps);
    texts = std::move(all);
    deeds_.cut = deeds_.cut || steps == 0;
  }
  deeds_.cut = deeds_.cut || texts.size() >= meanings_max;
  std::vector<Word> words;
  for (std::string& text : texts) {
    words.push_back(word);
    words.back().literal = word.literal || text.find('$') == std::string::npos;
    words.back().text = std::move(text);
  }
  return words;
}

std::vector<std::string> DeedReader::with_values(std::string_view text,
                                                 const std::string& folder) const {
  if (text.size() > word_bytes_max) return {std::string(text)};
  std::vector<std::string> all{""};
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text[at] == '$' ? at + 1 : std::min(text.find('$', at), text.size());
    const bool all_of = text[at] == '$' && end < text.size() && lists(" @ * ", text.substr(end, 1));
    if (all_of) ++end;
    while (!all_of && text[at] == '$' && end < text.size() && is_name_char(text[end])) ++end;
    const std::string piece(text.substr(at, end - at));
    const auto known = values_.find(piece.substr(1));
    std::vector<std::string> values{piece};
    if (piece == "$PWD") values = {folder};
    if (piece.size() > 1 && known != values_.end()) values = known->second;
    std::vector<std::string> longer;
    for (const std::string& begin : all) {
      for (const std::string& value : values) {
        if (begin.size() + value.size() > word_bytes_max) return {std::string(text)};
        if (longer.size() < meanings_max) longer.push_back(begin + value);
      }
    }
    all = std::move(longer);
    at = end;
  }
  return all;
}

/// `name=value`
void DeedReader::remember(const Word& word, const std::string& folder) {
  const std::size_t equals = word.text.find('=');
  if (equals == std::string::npos || values_.size() >= deeds_max) return;
  std::vector<std::string> values;
  for (const Word& meant : meanings(word, folder))
    values.push_back(meant.text.substr(std::min(equals + 1, meant.text.size())));
  values_[word.text.substr(0, equals)] = std::move(values);
}

/// `for name in a b`: the name stands in the text only.
void DeedReader::iterate(const Command& command, const std::string& folder) {
  const std::string_view text = text_.substr(std::min<std::size_t>(command.at.begin, text_.size()));
  std::size_t begin = std::min(text.find_first_of(" \t"), text.size());
  begin = std::min(text.find_first_not_of(" \t", begin), text.size());
  std::size_t end = begin;
  while (end < text.size() && is_name_char(text[end])) ++end;
  if (end == begin || values_.size() >= deeds_max) return;
  std::vector<std::string> values;
  for (const Word& word : command.words) {
    for (const Word& meant : meanings(word, folder)) {
      if (values.size() < meanings_max) values.push_back(meant.text);
    }
  }
  values_[std::string(text.substr(begin, end - begin))] = std::move(values);
}

/// `<<< text`, `<<E`
void DeedReader::feed(const Redirection& redirection, const std::string& folder) {
  if (redirection.op == TokenKind::here_string) {
    fed_ = {};
    for (const Word& meant : meanings(redirection.target, folder)) add_words(meant.text);
  } else if (redirection.body) {
    fed_ = {};
    for (const Word& meant : meanings(*redirection.body, folder)) add_words(meant.text);
  } else if (redirection.op == TokenKind::less) {
    fed_ = {};
  }
}

void DeedReader::add_words(std::string_view text) {
  for (std::size_t at = 0; at < text.size() && fed_.words.size() < meanings_max;) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n", at), text.size());
    at = std::min(text.find_first_of(" \t\n", begin), text.size());
    if (at > begin) fed_.words.emplace_back(text.substr(begin, at - begin));
  }
}

/// What a command in front of a `|` prints: `echo f`, `printf '%s\n' f`, `cat <<E`, `find`.
DeedReader::Fed DeedReader::printed_by(const Command& command, const std::string& folder) {
  if (command.kind != CommandKind::simple || command.words.size() <= command.assignments) return {};
  const Words words = Words(command.words).subspan(command.assignments);
  const std::string_view program = base_name(words.front().text);
  Fed outer = std::exchange(fed_, Fed{});
  if (lists(" echo printf ", program)) {
    for (const Word& word : words.subspan(1)) {
      for (const Word& meant : meanings(word, folder)) add_words(meant.text);
    }
  } else if (program == "cat" && words.size() == 1) {
    for (const Redirection& redirection : command.redirections) feed(redirection, folder);
  } else if (program == "find") {
    fed_.finder = &command;
  }
  return std::exchange(fed_, std::move(outer));
}

/// `read a b <<< 'f g'`: each name may be any of the words.
void DeedReader::assign_fed(Words words) {
  if (fed_.words.empty() || values_.size() >= deeds_max) return;
  for (const Word& word : words.subspan(1)) {
    if (!is_flag(word)) values_[word.text] = fed_.words;
  }
}

}  // namespace assay::format::shell
