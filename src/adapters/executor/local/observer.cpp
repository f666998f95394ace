// SPDX-License-Identifier: MIT
#include "adapters/executor/local/observer.h"

#include "adapters/os/bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

namespace assay::process {

namespace {

constexpr std::size_t line_max = 8192;
constexpr int reads_max = 64;  // of 64 KiB at a time: a flood does not keep us here

// A trap on ERR costs nothing until a command fails outside a condition. Then a trap on DEBUG is
// set for one command: if that one reads the status, somebody looked. Only what nobody looked at is
// told, with the text around it, so that the decision is made by one reader of shell text and not
// here. A shell that lost something says at its end how it ended: a failure that was passed on
// after all is not lost. Everything happens in `{ } 2>/dev/null`, so that `set -x` does not show
// it.
//
// Where a function or an `eval` ends with the failure, bash runs the ERR trap once more, for the
// call, and the DEBUG trap before it: that is no next command. A call is known by the depth, an
// `eval` by its name; a failure that is still held when the shell ends with 0 is told then, for an
// `eval` of nothing may have been the next command after all.
//
// The last command of a subshell has no next one: a trap on its end makes two. Before the first,
// bash names the command that the subshell stands in; at the second it is known that this was the
// end. If the subshell ended with the failure that is told as `S`: its reader knows whether anybody
// asks how a substitution there ended.
constexpr std::string_view start_up = R"bash(# Written by assay: which commands fail unseen.
__assay_top=${ASSAY_OBSERVED##*[0-9]}
export ASSAY_OBSERVED=${ASSAY_OBSERVED%r}
__assay_home=$PWD
__assay_err() {
  ((__assay_count += 1, __assay_count < 99)) || builtin trap - ERR
  [[ -z $5 ]] || return 0
  __assay_code=$1 __assay_text=$2 __assay_pipe=$3 __assay_line=$4 __assay_file=${BASH_SOURCE[1]-}
  __assay_depth=${#FUNCNAME[@]} __assay_ends= __assay_held=
  if [[ $BASHPID != "$$" ]]; then
    case $(builtin trap -p EXIT) in
      '' | *__assay_ends*) __assay_ends=1 && builtin trap $'__assay_ends=2$?\n:' EXIT ;;
    esac
  fi
  builtin trap '{ __assay_next "$BASH_COMMAND" && builtin trap - DEBUG; } 2>/dev/null' DEBUG
}
__assay_next() {
  if ((${#FUNCNAME[@]} < __assay_depth)); then
    __assay_depth=${#FUNCNAME[@]}
    return 1
  fi
  case $1 in
    __assay_* | "builtin trap '{ __assay_err"*) return 1 ;;
    *'$?'* | *'${?'* | *PIPESTATUS* | exit | return)
      __assay_code=
      return 0
      ;;
    eval | 'eval '*)
      if [[ -z $__assay_held && $__assay_ends != 2* ]]; then
        __assay_watch
        return 1
      fi
      ;;
  esac
  local kind=L
  if [[ -n $__assay_ends && $BASHPID != "$$" ]]; then
    [[ -n $__assay_held || $__assay_ends == 2* ]] || { __assay_held=$1 && return 1; }
    [[ $__assay_ends != "2$__assay_code" ]] || kind=S
    set -- "${__assay_held:-$1}"
    __assay_held=
  fi
  __assay_report $kind "$1"
  [[ -n $__assay_top ]] || __assay_watch
  return 0
}
__assay_watch() {
  [[ -z ${__assay_bye-} && $BASHPID == "$$" ]] || return 0
  __assay_bye=1
  local theirs=()
  eval "theirs=($(builtin trap -p EXIT))"
  builtin trap "if __assay_end \$?
then
${theirs[2]-:}
else
${theirs[2]-:}
fi" EXIT
}
__assay_end() {
  {
    builtin trap - DEBUG
    [[ -z $__assay_code || $1 != 0 ]] || __assay_report L ''
    __assay_tell E "$1"
  } 2>/dev/null
  return "$1"
}
__assay_report() {
  local LC_ALL=C IFS=' ' source=${BASH_EXECUTION_STRING-}
  __assay_tell "$1" "$__assay_code" "$__assay_pipe" "${__assay_file:0:300}" "$__assay_line" \
    "${__assay_text:0:600}" "${2:0:200}" "${source:0:1800}" "${__assay_home:0:600}"
  __assay_code=
}
__assay_tell() {
  local LC_ALL=C line=$ASSAY_OBSERVED$'\037'$BASHPID$'\037'$$ field
  for field; do line+=$'\037'${field//$'\n'/$'\036'}; done
  builtin printf '%s\n' "$line" 1<>"${BASH_ENV%/*}/told" || :
}
set -E
builtin trap '{ __assay_err "$?" "$BASH_COMMAND" "${PIPESTATUS[*]}" "$LINENO" "$(builtin trap -p DEBUG)"; } 2>/dev/null' ERR
)bash";

bool write_file(const std::string& path, std::string_view bytes) {
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0400));
  return file && os::write_all(file.get(), bytes) == 0;
}

Told read_line(std::string_view line) {
  Told told;
  const std::size_t end = std::min(line.find('\037'), line.size());
  std::from_chars(line.data(), line.data() + end, told.serial);
  told.text = line.substr(std::min(end + 1, line.size()));
  return told;
}

}  // namespace

Observer Observer::open(const std::string& directory) {
  Observer observer;
  const std::string folder = directory + ".observer";
  const std::string pipe = folder + "/told";
  ::mkdir(folder.c_str(), 0700);
  // Left behind by a coordinator that was killed.
  ::unlink((folder + "/start").c_str());
  ::unlink(pipe.c_str());
  observer.folder_ = folder;
  if (!write_file(folder + "/start", start_up) || ::mkfifo(pipe.c_str(), 0600) != 0)
    return observer;
  // Open for both, so that the pipe never comes to an end between two shells.
  observer.pipe_ = Descriptor(::open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW));
  return observer;
}

Observer::~Observer() {
  if (folder_.empty()) return;
  ::unlink((folder_ + "/start").c_str());
  ::unlink((folder_ + "/told").c_str());
  ::rmdir(folder_.c_str());
}

Environment Observer::variables(const Environment& present, std::uint32_t serial) const {
  const bool taken = std::any_of(present.begin(), present.end(),
                                 [](const auto& variable) { return variable.first == "BASH_ENV"; });
  if (!works() || taken) return {};
  return {{"BASH_ENV", folder_ + "/start"},
          {std::string(own_variable), std::to_string(serial) + "r"}};
}

std::vector<Told> Observer::hear() {
  std::vector<Told> told;
  char buffer[64 * 1024];
  for (int i = 0; works() && i < reads_max; ++i) {
    const ssize_t got = ::read(pipe_.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    rest_.append(buffer, static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = rest_.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      told.push_back(read_line(std::string_view(rest_).substr(begin, end - begin)));
    }
    rest_.erase(0, begin);
    if (rest_.size() > line_max) rest_.clear();
  }
  return told;
}

}  // namespace assay::process
