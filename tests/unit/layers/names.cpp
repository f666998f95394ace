// SPDX-License-Identifier: MIT
#include "unit/layers/names.h"

#include <algorithm>
#include <set>

namespace assay::layers {

namespace {

using Space = std::vector<std::string>;

bool is_within(const Space& outer, const Space& inner) {
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

struct Source {
  std::vector<Declaration> declares;
  std::vector<std::string> includes;  ///< paths of our own headers
  std::vector<Space> imports;         ///< `using namespace`
  std::set<std::string> mentions;     ///< names with nothing before them that says whose they are
};

void read_mentions(const std::vector<std::string>& tokens, Source& out) {
  std::string before;
  for (const std::string& token : tokens) {
    if (before != "." && before != "->" && before != "::") out.mentions.insert(token);
    before = token;
  }
}

void read_imports(const std::vector<std::string>& tokens, Source& out) {
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (tokens[i] != "using" || tokens[i + 1] != "namespace") continue;
    Space space;
    for (i += 2; i < tokens.size() && tokens[i] != ";"; ++i) {
      if (tokens[i] != "::") space.push_back(tokens[i]);
    }
    out.imports.push_back(std::move(space));
  }
}

void read_includes(const std::string& text, const Sources& sources, Source& out) {
  const std::string start = "#include \"";
  for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
    const std::size_t name = at + start.size();
    const std::string path = text.substr(name, text.find('"', name) - name);
    for (const char* top : {"src/", "tests/"}) {
      if (sources.contains(top + path)) out.includes.push_back(top + path);
    }
  }
}

Source read(const std::string& text, const Sources& sources) {
  Source out;
  const std::vector<std::string> tokens = tokens_of(text);
  out.declares = declarations_of(tokens);
  read_mentions(tokens, out);
  read_imports(tokens, out);
  read_includes(text, sources, out);
  return out;
}

struct Own {
  std::string file;
  Declaration declaration;
};

class Folders {
 public:
  explicit Folders(const Sources& sources) {
    for (const auto& [path, text] : sources) {
      sources_.emplace(path, read(text, sources));
      if (path.ends_with(".cpp")) folders_[path.substr(0, path.rfind('/'))].push_back(path);
    }
  }

  std::vector<std::string> clashes() {
    for (const auto& [folder, files] : folders_) {
      for (const auto& [name, owners] : own_names(files)) {
        find_twice(owners);
        for (const Own& own : owners) find_hidden(own, owners, files);
      }
    }
    return std::move(found_);
  }

 private:
  std::map<std::string, std::vector<Own>> own_names(const std::vector<std::string>& files) const {
    std::map<std::string, std::vector<Own>> names;
    for (const std::string& file : files) {
      for (const Declaration& each : sources_.at(file).declares) {
        const bool macro = each.name.starts_with("TEST_CASE");
        if (each.anonymous && !macro) names[each.name].push_back({file, each});
      }
    }
    return names;
  }

  void find_twice(const std::vector<Own>& owners) {
    for (std::size_t i = 0; i < owners.size(); ++i) {
      for (std::size_t j = i + 1; j < owners.size(); ++j) {
        const Declaration& one = owners[i].declaration;
        const Declaration& other = owners[j].declaration;
        const bool meet = is_within(one.space, other.space) || is_within(other.space, one.space);
        const bool same_file = owners[i].file == owners[j].file;
        if (!same_file && meet && could_be_confused(one, other))
          found_.push_back(owners[j].file + ": '" + one.name + "' is also in " + owners[i].file);
      }
    }
  }

  void find_hidden(const Own& own, const std::vector<Own>& owners,
                   const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      const bool has_its_own = std::any_of(owners.begin(), owners.end(),
                                           [&](const Own& each) { return each.file == file; });
      const std::string header = has_its_own ? "" : hidden_header(own.declaration, file);
      if (!header.empty())
        found_.push_back(own.file + ": '" + own.declaration.name + "' hides the one of " + header +
                         ", which " + file + " uses");
    }
  }

  /// The header by whose declaration `file` means this name; empty: none.
  std::string hidden_header(const Declaration& own, const std::string& file) const {
    const Source& user = sources_.at(file);
    const bool inside =
        std::any_of(user.declares.begin(), user.declares.end(),
                    [&](const Declaration& each) { return is_within(own.space, each.space); });
    if (!inside || !user.mentions.contains(own.name)) return {};
    for (const std::string& header : reached_from(file)) {
      for (const Declaration& each : sources_.at(header).declares) {
        if (each.name != own.name || !is_seen(each, own, user)) continue;
        if (each.space != own.space || could_be_confused(each, own)) return header;
      }
    }
    return {};
  }
  static bool is_seen(const Declaration& theirs, const Declaration& own, const Source& user) {
    const bool around = is_within(theirs.space, own.space);
    return around || std::any_of(user.imports.begin(), user.imports.end(), [&](const Space& space) {
             const std::size_t size = std::min(space.size(), theirs.space.size());
             return std::equal(space.rbegin(), space.rbegin() + static_cast<std::ptrdiff_t>(size),
                               theirs.space.rbegin());
           });
  }
  std::set<std::string> reached_from(const std::string& file) const {
    std::set<std::string> seen;
    std::vector<std::string> open{file};
    while (!open.empty()) {
      const std::string next = open.back();
      open.pop_back();
      for (const std::string& header : sources_.at(next).includes) {
        if (seen.insert(header).second) open.push_back(header);
      }
    }
    return seen;
  }

  std::map<std::string, Source> sources_;
  std::map<std::string, std::vector<std::string>> folders_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> clashes(const Sources& sources) { return Folders(sources).clashes(); }

}  // namespace assay::layers
