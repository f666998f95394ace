// SPDX-License-Identifier: MIT
// Files that find picks, and words that xargs hands on.
#include "base/text/ascii.h"
#include "format/shell/deeds.h"

#include <algorithm>

namespace assay::format::shell {

namespace {

/// What xargs starts; what it adds is not known.
Words behind_xargs(Words words) {
  std::size_t i = 1;
  for (; i < words.size() && is_flag(words[i]); ++i) {
    if (lists(" -I -n -P -d -L -s -a -E ", words[i].text)) ++i;
  }
  return words.subspan(std::min(i, words.size()));
}

/// `-name x -prune -o`, `( -name x -o -name y ) -prune -o`
void passed_over(std::vector<FindBranch>& branches, bool all) {
  for (FindBranch& branch : branches) {
    if (!branch.acts && (all || &branch == &branches.back())) branch.is_empty = true;
  }
}

bool leads_to_or(Words words) {
  const auto next =
      std::find_if(words.begin(), words.end(), [](const Word& word) { return word.text != ")"; });
  return next != words.end() && lists(" -o -or ", next->text);
}

std::string name_pattern(std::string_view test, const Word& value, const std::string& folder) {
  std::string pattern = test.starts_with("-i") ? lowered(value.text) : value.text;
  if (test.ends_with("name") && !test.ends_with("wholename")) return "*/" + pattern;
  if (pattern.starts_with('*') || pattern.starts_with('/')) return pattern;
  return folder + "/" + pattern;
}

}  // namespace

/// What xargs starts, with the words that it reads where the text tells them.
void DeedReader::each_argument(Words words, const std::string& folder) {
  std::string within = folder;
  const Words started = behind_xargs(words);
  if (started.empty()) return;
  if (fed_.finder != nullptr) return found_then(*fed_.finder, started, folder);
  std::vector<Word> whole(started.begin(), started.end());
  for (const std::string& text : fed_.words) {
    for (Word& word : whole) {
      if (word.text == "{}") word.text = text;
    }
    whole.emplace_back().text = text;
  }
  call(whole, within, nullptr);
}

/// `find . -name f | xargs rm` is `find . -name f -exec rm {} +`.
void DeedReader::found_then(const Command& finder, Words started, const std::string& folder) {
  std::vector<Word> words(finder.words.begin() + finder.assignments, finder.words.end());
  words.emplace_back().text = "-exec";
  words.insert(words.end(), started.begin(), started.end());
  words.emplace_back().text = "{}";
  words.emplace_back().text = ";";
  found(words, folder);
}

void DeedReader::found(Words words, const std::string& folder) {
  std::size_t i = 1;
  std::vector<Word> roots;
  while (i < words.size() && lists(" -H -L -P ", words[i].text)) ++i;
  for (; i < words.size() && !is_flag(words[i]) && !lists(" ( ! ", words[i].text); ++i)
    roots.push_back(words[i]);
  if (roots.empty()) roots.emplace_back().text = ".";
  const std::vector<FindBranch> branches = branches_of(words.subspan(i), folder);
  const bool acts = std::any_of(branches.begin(), branches.end(),
                                [](const FindBranch& branch) { return branch.acts; });
  for (const Word& root : roots) {
    for (const FindBranch& branch : branches) {
      if (!acts || branch.is_empty) continue;
      if (Write* write = add(root, folder, "find", true)) write->names = branch.names;
    }
  }
}

/// What an expression picks, in more cases rather than fewer: brackets are not minded.
std::vector<FindBranch> DeedReader::branches_of(Words words, const std::string& folder) {
  std::vector<FindBranch> branches(1);
  bool negated = false;
  bool anything = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    const bool has_next = i + 1 < words.size();
    if (text == "!" || text == "-not") {
      anything = anything || (has_next && words[i + 1].text == "(");
      negated = true;
      continue;
    }
    FindBranch& branch = branches.back();
    if (lists(" -o -or , ", text)) {
      branches.emplace_back();
    } else if (lists(" -name -iname -path -ipath -wholename -iwholename ", text) && has_next) {
      const Word& value = words[++i];
      if (!negated && value.literal) branch.names.push_back(name_pattern(text, value, folder));
    } else if (text == "-empty") {
      branch.is_empty = !negated;
    } else if (text == "-prune" && i > 0 && leads_to_or(words.subspan(i + 1))) {
      passed_over(branches, words[i - 1].text == ")");
    } else if (text == "-delete") {
      branch.acts = true;
    } else if (lists(" -fprint -fls -fprintf -fprint0 ", text) && has_next) {
      add(words[++i], folder, "find", false);
    } else if (lists(" -exec -execdir -ok -okdir ", text)) {
      std::size_t end = i + 1;
      while (end < words.size() && !lists(" ; + ", words[end].text)) ++end;
      if (changes_found(words.subspan(i + 1, end - i - 1), folder)) branch.acts = true;
      i = end;
    }
    negated = false;
  }
  for (FindBranch& branch : branches) {
    if (anything) branch.names.clear();
  }
  return branches;
}

/// What find starts; whether that writes the files it is given.
bool DeedReader::changes_found(Words started, const std::string& folder) {
  if (started.empty()) return false;
  const std::size_t before = deeds_.writes.size();
  std::string within = folder;
  call(started, within, nullptr);
  const auto begin = deeds_.writes.begin() + static_cast<long>(before);
  const auto given = std::remove_if(
      begin, deeds_.writes.end(), [&](const Write& write) { return write.path == folder + "/{}"; });
  const bool changes = given != deeds_.writes.end();
  deeds_.writes.erase(given, deeds_.writes.end());
  return changes;
}

}  // namespace assay::format::shell
