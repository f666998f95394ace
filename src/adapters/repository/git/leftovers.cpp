// SPDX-License-Identifier: MIT
#include "adapters/repository/git/leftovers.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <map>
#include <set>

namespace assay::git {

namespace {

constexpr std::size_t list_max = 512U << 20;
constexpr std::string_view no_file = "000000";
constexpr std::string_view link_mode = "120000";
constexpr std::string_view repository_mode = "160000";
constexpr std::string_view program_mode = "100755";

/// A file as a tree or the index has it.
struct Entry {
  std::string mode = std::string(no_file);
  std::string object;

  bool is_there() const { return mode != no_file; }
  bool operator==(const Entry& other) const {
    return mode == other.mode && (!is_there() || object == other.object);
  }
};

struct Touched {
  Entry old;
  Entry fresh;
};

using Index = std::map<std::string, Entry>;

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t", start), text.size());
    words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

/// ":100644 100755 <object> <object> M", then the path.
Result<std::map<std::string, Touched>> touched_by(const Step& step) {
  Call list{
      step.top,
      {"diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", step.from, step.to}};
  list.answer_max = list_max;
  const std::vector<std::string> pieces = split_zero(TRY(tell(list)));
  std::map<std::string, Touched> all;
  for (std::size_t i = 0; i + 1 < pieces.size(); i += 2) {
    const std::vector<std::string> words = words_of(pieces[i]);
    if (words.size() != 5 || !words[0].starts_with(":"))
      return Error{Fault::io, "git diff-tree: an answer that cannot be read"};
    all[pieces[i + 1]] = {{words[0].substr(1), words[2]}, {words[1], words[3]}};
  }
  return all;
}

/// Paths that differ from the commit, in the working tree or in the index.
Result<std::set<std::string>> differing(const Step& step) {
  std::set<std::string> paths;
  for (const bool staged : {false, true}) {
    Call list{step.top,
              {"diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv",
               "--no-relative", "--ignore-submodules=dirty"}};
    if (staged) list.words.emplace_back("--cached");
    list.words.insert(list.words.end(), {step.from, "--"});
    list.answer_max = list_max;
    list.patience = long_patience;
    for (std::string& path : split_zero(TRY(tell(list)))) paths.insert(std::move(path));
  }
  return paths;
}

/// "100644 <object> 0\tpath". A path in conflict gets an object that no file has.
Result<Index> index_of(const Step& step) {
  Call list{step.top, {"ls-files", "-s", "-z"}};
  list.answer_max = list_max;
  Index index;
  for (const std::string& line : split_zero(TRY(tell(list)))) {
    const std::size_t tab = line.find('\t');
    const std::vector<std::string> words = words_of(line.substr(0, tab));
    if (tab == std::string::npos || words.size() != 3) continue;
    index[line.substr(tab + 1)] = {words[0], words[2] == "0" ? words[1] : "in conflict"};
  }
  return index;
}

std::string link_text(const std::string& path) {
  char text[PATH_MAX];
  const ssize_t size = ::readlink(path.c_str(), text, sizeof text);
  return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : "";
}

/// Looks at files of the working tree.
class Files {
 public:
  explicit Files(const Step& step) : step_(step) {}

  bool exists(const std::string& path) const {
    struct stat status {};
    return ::lstat(absolute(path).c_str(), &status) == 0;
  }

  bool is(const std::string& path, const Entry& entry) const {
    struct stat status {};
    const bool there = ::lstat(absolute(path).c_str(), &status) == 0;
    if (!entry.is_there()) return !there || S_ISDIR(status.st_mode);
    if (!there) return false;
    if (entry.mode == repository_mode) return S_ISDIR(status.st_mode);
    if (entry.mode == link_mode) {
      return S_ISLNK(status.st_mode) &&
             object({"hash-object", "--stdin"}, link_text(absolute(path))) == entry.object;
    }
    const bool runs = (status.st_mode & S_IXUSR) != 0;
    if (!S_ISREG(status.st_mode) || runs != (entry.mode == program_mode)) return false;
    return object({"hash-object", "--", path}, "") == entry.object;
  }

  /// Not there yet, or the beginning of what it should become.
  bool is_half(const std::string& path, const Entry& entry) const {
    struct stat status {};
    if (::lstat(absolute(path).c_str(), &status) != 0) return true;
    if (!S_ISREG(status.st_mode) || !entry.is_there() || entry.mode == link_mode) return false;
    const auto now = tree::read_file(AT_FDCWD, absolute(path), tree::Links::refuse);
    Call show{step_.top, {"cat-file", "--filters", step_.to + ":" + path}};
    show.answer_max = list_max;
    const auto wanted = tell(show);
    return now && *now && wanted && wanted->starts_with(**now);
  }

 private:
  std::string absolute(const std::string& path) const { return step_.top + "/" + path; }

  std::string object(std::vector<std::string> words, std::string input) const {
    const auto name = tell_line({step_.top, std::move(words), std::move(input)});
    return name ? *name : "";
  }

  const Step& step_;
};

void remove_file(const std::string& top, const std::string& path) {
  ::unlink((top + "/" + path).c_str());
  // Folders that are left empty go with it; git would have made them again.
  std::string folder = path;
  for (std::size_t end = folder.rfind('/'); end != std::string::npos; end = folder.rfind('/')) {
    folder.resize(end);
    if (::rmdir((top + "/" + folder).c_str()) != 0) return;
  }
}

Result<> change_ours(const Step& step, std::vector<std::string> words, const std::string& input) {
  Call call{step.top, std::move(words), input};
  call.patience = long_patience;
  call.changes = true;
  TRY(tell(call));
  return {};
}

}  // namespace

Result<Leftovers> find_leftovers(const Step& step) {
  const std::map<std::string, Touched> touched = TRY(touched_by(step));
  const std::set<std::string> different = TRY(differing(step));
  const Files files(step);
  Leftovers found;
  std::map<std::string, Touched> odd;
  for (const auto& [path, sides] : touched) {
    const bool in_the_way = !sides.old.is_there() && files.exists(path);
    if (in_the_way || different.contains(path)) odd.emplace(path, sides);
  }
  if (odd.empty()) return found;
  const Index index = TRY(index_of(step));
  for (const auto& [path, sides] : odd) {
    const auto at = index.find(path);
    const Entry staged = at == index.end() ? Entry() : at->second;
    const bool staged_well = staged == sides.old || staged == sides.fresh;
    const bool is_own = staged_well && (files.is(path, sides.old) || files.is(path, sides.fresh) ||
                                        (step.begun && files.is_half(path, sides.fresh)));
    if (!is_own) {
      found.foreign.push_back(path);
    } else {
      (sides.old.is_there() ? found.known : found.added).push_back(path);
    }
  }
  return found;
}

Result<> put_back(const Step& step, const Leftovers& leftovers) {
  if (!leftovers.added.empty()) {
    TRY(change_ours(step,
                    {"rm", "-f", "-q", "--cached", "--ignore-unmatch", "--pathspec-from-file=-",
                     "--pathspec-file-nul"},
                    zero_ended(leftovers.added)));
    for (const std::string& path : leftovers.added) remove_file(step.top, path);
  }
  if (leftovers.known.empty()) return {};
  return change_ours(step,
                     {"checkout", "-q", "--no-recurse-submodules", "--pathspec-from-file=-",
                      "--pathspec-file-nul", step.from},
                     zero_ended(leftovers.known));
}

}  // namespace assay::git
