// SPDX-License-Identifier: MIT
#include "format/goals/hollow.h"

#include "format/gitignore.h"
#include "format/shell/invocation.h"
#include "format/shell/lint.h"
#include "format/shell/parser.h"
#include "format/tools/tools.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>

namespace assay::format {
namespace {

/// Folders that hold no phase, so that leaving them out leaves the phase in.
constexpr std::string_view foreign_folders =
    " .git node_modules vendor dist build target coverage venv .venv __pycache__ .tox .nox .cache "
    ".mypy_cache .pytest_cache third_party ";

/// What one call of grep looks for, and where.
struct Search {
  std::string pattern;
  std::vector<std::string> places;
  std::vector<std::string> only;  ///< globs of --include
  bool recursive = false;
  bool leaves_out = false;  ///< something that may be the phase
  bool sees_hidden = true;  ///< also below folders like .task
  bool fixed = false, extended = false, perl = false, any_case = false;
};

bool has_letter(std::string_view option, char letter) {
  return option.size() > 1 && option[0] == '-' && option[1] != '-' &&
         option.find(letter) != std::string_view::npos;
}

/// "--include=*.py" -> "*.py"
std::string_view joined_value(std::string_view option, std::string_view name) {
  const bool fits = option.starts_with(name) && option.substr(name.size()).starts_with('=');
  return fits ? option.substr(name.size() + 1) : std::string_view{};
}

void take_search_option(std::string_view option, Search& search) {
  search.recursive = search.recursive || has_letter(option, 'r') || has_letter(option, 'R') ||
                     option == "--recursive" || option == "--dereference-recursive";
  search.fixed = search.fixed || has_letter(option, 'F') || option == "--fixed-strings";
  search.extended = search.extended || has_letter(option, 'E') || option == "--extended-regexp";
  search.perl = search.perl || has_letter(option, 'P') || option == "--perl-regexp";
  search.any_case = search.any_case || has_letter(option, 'i') || option == "--ignore-case";
  if (const auto value = joined_value(option, "--include"); !value.empty())
    search.only.emplace_back(value);
  for (const std::string_view name : {"--exclude-dir", "--exclude", "--exclude-from"}) {
    const auto value = joined_value(option, name);
    search.leaves_out =
        search.leaves_out || (!value.empty() && !tools::lists(foreign_folders, value));
  }
}

/// `:!phase`, `!phase/**`: a pattern that takes something out.
bool takes_out(std::string_view pattern) {
  return pattern.starts_with(":!") || pattern.starts_with(":^") || pattern.starts_with('!') ||
         pattern.starts_with(":(exclude");
}

/// The programs that search all below a folder without being asked to.
constexpr std::string_view deep_searchers = " rg ag ack git ";
constexpr std::string_view valued_options =
    " -A -B -C -m -d -D -f --include --exclude --exclude-dir -g --glob --iglob -t --type -T "
    "--type-not --threads --max-depth --ignore ";

void take_deep_option(std::string_view option, std::string_view value, Search& search) {
  const bool globs = tools::lists(" -g --glob --iglob --ignore ", option);
  if (globs && (takes_out(value) || option == "--ignore")) search.leaves_out = true;
  if (globs && !takes_out(value)) search.only.emplace_back(value);
  // Of the types of files that can be asked for, few are those of a phase.
  if (tools::lists(" -t --type ", option) && !tools::lists(" json md markdown yaml txt ", value))
    search.leaves_out = true;
  if (tools::lists(" -T --type-not ", option)) search.leaves_out = true;
}

void take_place(const shell::Word& word, Search& search) {
  if (takes_out(word.text)) {
    search.leaves_out = true;
    return;
  }
  search.places.push_back(word.literal || word.text != "$PWD" ? word.text : ".");
}

std::optional<Search> search_in(shell::Words words) {
  Search search;
  const std::string_view name = shell::program_name(words.front());
  const bool deep = tools::lists(deep_searchers, name);
  if (!deep && !tools::lists(" grep egrep fgrep zgrep ", name)) return std::nullopt;
  std::size_t begin = 1;
  if (name == "git") {
    while (begin + 1 < words.size() && tools::lists(" -C -c ", words[begin].text)) begin += 2;
    if (begin >= words.size() || words[begin].text != "grep") return std::nullopt;
    ++begin;
  }
  search.extended = name == "egrep" || tools::lists(" rg ag ack ", name);
  search.fixed = name == "fgrep";
  search.recursive = deep;
  search.sees_hidden = !tools::lists(" rg ag ", name);
  bool has_pattern = false;
  for (std::size_t i = begin; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    const bool option = text.size() > 1 && text.front() == '-';
    if (option) take_search_option(text, search);
    if (tools::lists(" --hidden -. -uu -uuu -u ", text)) search.sees_hidden = true;
    if (option && deep && text.find('=') != std::string::npos)
      take_deep_option(text.substr(0, text.find('=')), text.substr(text.find('=') + 1), search);
    if (tools::lists(" -e --regexp ", text) && i + 1 < words.size()) {
      search.pattern = words[++i].text;
      has_pattern = true;
    } else if (tools::lists(valued_options, text)) {
      const std::string value = i + 1 < words.size() ? words[i + 1].text : "";
      if (deep) take_deep_option(text, value, search);
      if (!deep) take_search_option(text + "=" + value, search);
      ++i;
    } else if (!option && !has_pattern) {
      search.pattern = text;
      has_pattern = true;
    } else if (!option) {
      take_place(words[i], search);
    }
  }
  if (search.places.empty() && search.recursive) search.places.emplace_back(".");
  return search;
}

/// The files that a program lists, for others to read: `find src -name '*.md'`, `git ls-files`.
/// Their names are places of a search that goes all the way down.
std::optional<Search> listed_by(shell::Words words) {
  Search search;
  search.recursive = true;
  const std::string_view name = shell::program_name(words.front());
  const bool finds = name == "find" || name == "fd";
  const bool tracked = name == "git" && words.size() > 1 && words[1].text == "ls-files";
  if (!finds && !tracked) return std::nullopt;
  std::size_t i = tracked ? 2 : 1;
  for (; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    if (finds && (text.starts_with('-') || text == "!" || text == "(")) break;
    if (!text.starts_with('-')) take_place(words[i], search);
  }
  for (; finds && i < words.size(); ++i) {
    const std::string& text = words[i].text;
    if (tools::lists(" -exec -execdir -ok ", text)) break;
    const bool named = tools::lists(" -name -iname ", text) && i + 1 < words.size();
    const bool not_it = i > 0 && tools::lists(" ! -not ", words[i - 1].text);
    if (named && !not_it) search.only.push_back(words[i + 1].text);
    if (not_it || text == "-prune") search.leaves_out = true;
  }
  if (search.places.empty()) search.places.emplace_back(".");
  return search;
}

/// A search among files that something else lists.
Search joined(Search asked, const Search& listed) {
  asked.places = listed.places;
  asked.only.insert(asked.only.end(), listed.only.begin(), listed.only.end());
  asked.leaves_out = asked.leaves_out || listed.leaves_out;
  asked.recursive = true;
  return asked;
}

/// `find . -exec grep -q x {} +`
std::optional<Search> search_by_find(shell::Words words) {
  const auto listed = listed_by(words);
  const auto starts = std::find_if(words.begin(), words.end(), [](const shell::Word& word) {
    return tools::lists(" -exec -execdir -ok ", word.text);
  });
  if (!listed || starts == words.end() || starts + 1 == words.end()) return std::nullopt;
  const auto stop = std::find_if(starts, words.end(), [](const shell::Word& word) {
    return word.text == ";" || word.text == "+" || word.text == "{}";
  });
  const auto asked = search_in(shell::Words(starts + 1, stop));
  return asked ? std::optional(joined(*asked, *listed)) : std::nullopt;
}

/// `find . | xargs grep -q x`
std::optional<Search> search_by_list(shell::Words words, const shell::Command* before) {
  if (before == nullptr || shell::program_name(words.front()) != "xargs") return std::nullopt;
  const shell::Words listing = shell::Words(before->words).subspan(before->assignments);
  const auto listed = listing.empty() ? std::nullopt : listed_by(listing);
  const auto starts = std::find_if(words.begin() + 1, words.end(), [](const shell::Word& word) {
    return tools::lists(" grep egrep fgrep zgrep rg ag ack ", shell::program_name(word));
  });
  if (!listed || starts == words.end()) return std::nullopt;
  const auto asked = search_in(shell::Words(starts, words.end()));
  return asked ? std::optional(joined(*asked, *listed)) : std::nullopt;
}

/// `grep -q x $(git ls-files)`
std::optional<Search> search_in_substitution(shell::Words words) {
  const auto asked = search_in(words);
  if (!asked) return std::nullopt;
  for (const shell::Word& word : words) {
    for (const shell::Substitution& inside : word.substitutions) {
      const bool one = inside.list.items.size() == 1 && inside.list.items[0].commands.size() == 1;
      if (!one || inside.list.items[0].commands[0].words.empty()) continue;
      if (const auto listed = listed_by(inside.list.items[0].commands[0].words))
        return joined(*asked, *listed);
    }
  }
  return asked;
}

/// Without "./" in front and slashes at the end.
std::string plain_path(std::string path) {
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path.empty() ? "." : path;
}

bool is_within(const std::string& path, const std::string& folder) {
  return folder == "." || path == folder || path.starts_with(folder + "/");
}

/// Whether a place that is searched holds the file.
bool holds(const std::string& written, const std::string& path, bool recursive) {
  const std::string place = plain_path(written);
  if (place.find_first_of("*?[") == std::string::npos)
    return recursive ? is_within(path, place) : path == place;
  const PathPattern pattern(place);
  if (!pattern.valid()) return false;
  for (std::size_t end = path.size(); end != std::string::npos && end > 0;
       end = path.rfind('/', end - 1)) {
    const bool whole = end == path.size();
    if ((whole || recursive) && pattern.matches(path.substr(0, end))) return true;
  }
  return false;
}

/// grep's basic expressions in the words of RE2: there `\(`, `\|`, `\+` are the operators.
std::string from_basic(std::string_view basic) {
  std::string out;
  for (std::size_t i = 0; i < basic.size(); ++i) {
    const std::string_view operators = "(){}|+?";
    if (basic[i] == '\\' && i + 1 < basic.size()) {
      ++i;
      if (operators.find(basic[i]) == std::string_view::npos) out.push_back('\\');
      out.push_back(basic[i]);
    } else {
      if (operators.find(basic[i]) != std::string_view::npos) out.push_back('\\');
      out.push_back(basic[i]);
    }
  }
  return out;
}

bool finds(const Search& search, const std::string& text) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(std::int64_t{1} << 20);
  options.set_case_sensitive(!search.any_case);
  options.set_literal(search.fixed);
  const bool basic = !search.fixed && !search.extended && !search.perl;
  const std::string pattern = basic ? from_basic(search.pattern) : search.pattern;
  const RE2 compiled(search.fixed ? pattern : "(?m)" + pattern, options);
  if (!compiled.ok()) return text.find(search.pattern) != std::string::npos;
  return RE2::PartialMatch(text, compiled);
}

bool is_asked_for(const Search& search, const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return search.only.empty() ||
         std::any_of(search.only.begin(), search.only.end(), [&](const std::string& glob) {
           const PathPattern pattern(glob);
           return pattern.valid() && pattern.matches(name);
         });
}

/// The file of the phase in which the search finds what it looks for.
const PhaseFile* found_in(const Search& search, const std::vector<PhaseFile>& files) {
  if (search.leaves_out) return nullptr;
  const auto found = std::find_if(files.begin(), files.end(), [&](const PhaseFile& file) {
    const bool read = std::any_of(
        search.places.begin(), search.places.end(),
        [&](const std::string& place) { return holds(place, file.path, search.recursive); });
    const bool hidden = file.path.starts_with('.') || file.path.find("/.") != std::string::npos;
    return read && (search.sees_hidden || !hidden) && is_asked_for(search, file.path) &&
           finds(search, file.text);
  });
  return found == files.end() ? nullptr : &*found;
}

/// `-not -path './phase/*'`, `-path ./phase -prune`, `--exclude-dir phase`: named to be left out.
bool is_taken_out(shell::Words words, std::size_t at) {
  const std::string& option = words[at - 1].text;
  if (tools::lists(" --exclude-dir --exclude --ignore --ignore-dir ", option)) return true;
  if (!tools::lists(" -path -ipath -wholename -name ", option) || at < 2) return false;
  const bool pruned = std::any_of(words.begin(), words.end(),
                                  [](const shell::Word& word) { return word.text == "-prune"; });
  return pruned || tools::lists(" ! -not ", words[at - 2].text);
}

std::string why_of_words(shell::Words words, const shell::Command* before,
                         const std::string& folder, const std::vector<PhaseFile>& files) {
  words = shell::resolve(words).words;
  if (words.empty()) return {};
  auto search = search_in_substitution(words);
  if (!search) search = search_by_find(words);
  if (!search) search = search_by_list(words, before);
  if (search) {
    if (const PhaseFile* file = found_in(*search, files))
      return fmt::format(
          "the search reads {} too, where its own words stand: name the folders to "
          "search",
          file->path);
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const shell::Word& word = words[i];
    const bool names = folder != "." && word.literal && !word.text.starts_with('-') &&
                       is_within(plain_path(word.text), folder);
    if (names && !is_taken_out(words, i))
      return fmt::format("{} is what the phase says of itself", word.text);
  }
  return {};
}

std::string why_of_list(const shell::List& list, const std::string& folder,
                        const std::vector<PhaseFile>& files) {
  for (const shell::Item& item : list.items) {
    for (const shell::Command& command : item.commands) {
      const bool fed = command.join == shell::Join::pipe && &command != item.commands.data();
      std::string why = why_of_words(shell::Words(command.words).subspan(command.assignments),
                                     fed ? &command - 1 : nullptr, folder, files);
      for (const shell::List& part : command.parts) {
        if (why.empty()) why = why_of_list(part, folder, files);
      }
      if (!why.empty()) return why;
    }
  }
  return {};
}

}  // namespace

std::string why_hollow(const core::goals::Command& command, const std::string& folder,
                       const std::vector<PhaseFile>& files) {
  if (command.expect_exit != 0 && always_fails(command.command))
    return "it cannot end in any other way";
  const std::string& text = command.command;
  const shell::Parsed parsed =
      shell::parse(text, {0, static_cast<std::uint32_t>(text.size()), true});
  return why_of_list(parsed.list, plain_path(folder), files);
}

}  // namespace assay::format
