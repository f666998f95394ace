// SPDX-License-Identifier: MIT
#include "format/missing_program.h"

#include "base/text/escape.h"

#include <re2/re2.h>

#include <algorithm>

namespace assay::format {
namespace {

/// "/bin/bash: line 1: uv: command not found", "bash: ./x: Permission denied".
const RE2& said_by_shell() {
  static const RE2 form(
      R"(^(?:/\S*/)?(?:bash|sh|dash): (?:line \d+: |\d+: )?(.+?): (command not found|not found|No such file or directory|Permission denied|cannot execute.*|bad interpreter.*|required file not found|Is a directory)$)");
  return form;
}

/// "env: ‘uv’: No such file or directory", "timeout: failed to run command ‘uv’: ...".
const RE2& said_by_wrapper() {
  static const RE2 form(
      R"(^(?:/\S*/)?(?:env|timeout|nice|ionice|stdbuf|sudo|doas|time|nohup|setsid|chronic|xvfb-run|flock|taskset): (?:failed to run command |cannot run |failed to execute )?[‘'"]?([^‘’'"]+?)[’'"]?: (command not found|No such file or directory|Permission denied)$)");
  return form;
}

}  // namespace

MissingProgram find_missing_program(std::string_view raw_output,
                                    const std::vector<std::string>& written) {
  constexpr std::size_t tail_max = 64 * 1024;
  if (raw_output.size() > tail_max) raw_output.remove_prefix(raw_output.size() - tail_max);
  const std::string text = flatten_terminal(raw_output);
  std::string_view rest = text;
  MissingProgram found;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line(rest.substr(0, std::min<std::size_t>(end, 1000)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::string name, why;
    if (!RE2::FullMatch(line, said_by_shell(), &name, &why) &&
        !RE2::FullMatch(line, said_by_wrapper(), &name, &why))
      continue;
    if (std::find(written.begin(), written.end(), name) == written.end()) continue;
    found = {name, why.rfind("Permission", 0) == 0 || why.rfind("cannot", 0) == 0 ||
                       why.rfind("bad", 0) == 0 || why.rfind("Is a", 0) == 0};
  }
  return found;
}

}  // namespace assay::format
