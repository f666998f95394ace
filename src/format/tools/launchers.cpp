// SPDX-License-Identifier: MIT
// Programs whose arguments are another program.
#include "format/tools/tools.h"

#include <algorithm>

namespace assay::format::tools {
namespace {

constexpr std::string_view packages = " -p --package --from --with --python ";

constexpr Launcher launchers[] = {
    {" env ", {}, " -u --unset -C --chdir ", 0, true},
    {" command builtin unbuffer chronic busybox nohup setsid shx ", {}, {}, 0, true},
    {" exec ", {}, " -a ", 0, true},
    {" sudo ", {}, " -u -g -h -p -C -D -R -T -U --user --group --host --prompt --chdir ", 0, true},
    {" doas ", {}, " -u -C ", 0, true},
    {" time ", {}, " -f -o --format --output ", 0, true},
    {" nice ", {}, " -n --adjustment ", 0, true},
    {" ionice ", {}, " -c -n -p --class --classdata ", 0, true},
    {" timeout gtimeout ", {}, " -s -k --signal --kill-after ", 1, true},
    {" stdbuf ", {}, " -i -o -e --input --output --error ", 0, true},
    {" xvfb-run ", {}, " -n -s -e -f -p -w ", 0, true},
    {" caffeinate ", {}, " -t -w ", 0, true},
    {" taskset ", {}, {}, 1, true},
    {" flock ", {}, " -w -E --timeout --conflict-exit-code ", 1, true},
    {" daemonize ", {}, " -a -c -e -o -p -l -u -E ", 0, true},
    {" npx pnpx bunx pnpm-exec uvx ", {}, packages},
    {" cross-env dotenv dotenvx env-cmd ", {}, " -e -f --env-file "},
    {" c8 nyc catchsegv valgrind rr winpty linux32 linux64 setarch arch ccache sccache "},
    {" strace ltrace ", {}, " -o -e -p -s "},
    {" xargs ", {}, " -n -I -P -L -d -E -s -a --max-args --max-procs --delimiter --arg-file "},
    {" npm pnpm yarn bun ", " exec x dlx ", packages},
    {" poetry pipenv pdm hatch rye pixi uv pipx ", " run ",
     " --with --python -p --extra --group --package --project --directory --spec --env --only -e "},
    {" conda mamba micromamba ", " run ", " -n --name -p --prefix "},
    {" bundle opam rbenv pyenv direnv ", " exec ", packages},
    {" mise ", " exec x "},
    {" coverage ", " run ", " --source --omit --include --rcfile --data-file "},
};

constexpr std::string_view shells =
    " bash sh dash zsh ksh ksh93 mksh lksh yash ash rbash fish csh tcsh ";

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

std::size_t behind_options(const Launcher& launcher, Argv words, std::size_t at) {
  for (; at < words.size(); ++at) {
    if (words[at] == "--") return at + 1;
    if (is_assignment(words[at])) continue;
    if (!is_option(words[at])) break;
    if (lists(launcher.valued, words[at])) ++at;
  }
  return at;
}

/// `python3 -X dev -m pytest`: where the module stands; 0: none is started.
std::size_t module_at(Argv words) {
  for (std::size_t i = 1; i + 1 < words.size() && is_option(words[i]); ++i) {
    if (words[i] == "-m") return i + 1;
    if (words[i] == "-c") return 0;
    if (words[i] == "-W" || words[i] == "-X") ++i;
  }
  return 0;
}

/// Where the words go on behind this launcher; 0 if they are no call of it.
std::size_t behind(const Launcher& launcher, Argv words) {
  if (!lists(launcher.programs, base_name(words.front()))) return 0;
  std::size_t at = behind_options(launcher, words, 1);
  if (!launcher.verbs.empty()) {
    if (at >= words.size() || !lists(launcher.verbs, words[at])) return 0;
    at = behind_options(launcher, words, at + 1);
  }
  at += static_cast<std::size_t>(launcher.operands);
  return at < words.size() ? at : 0;
}

}  // namespace

const Launcher* find_wrapper(std::string_view program) {
  const auto found = std::find_if(
      std::begin(launchers), std::end(launchers),
      [&](const Launcher& each) { return each.wrapper && lists(each.programs, program); });
  return found == std::end(launchers) ? nullptr : found;
}

std::size_t launched_at(Argv words) {
  if (words.empty()) return 0;
  if (is_python(base_name(words.front()))) return module_at(words);
  for (const Launcher& launcher : launchers) {
    const std::size_t at = launcher.wrapper ? 0 : behind(launcher, words);
    if (at > 0) return at;
  }
  return 0;
}

Argv bare_words(Argv words, Privileged privileged) {
  while (!words.empty()) {
    if (is_assignment(words.front())) {
      words = words.subspan(1);
      continue;
    }
    const bool keeps =
        privileged == Privileged::kept && lists(" sudo doas ", base_name(words.front()));
    const Launcher* wrapper = keeps ? nullptr : find_wrapper(base_name(words.front()));
    const std::size_t at = wrapper != nullptr ? behind(*wrapper, words) : launched_at(words);
    if (at == 0 || keeps) return words;
    words = words.subspan(at);
  }
  return words;
}

bool is_shell(std::string_view program) { return lists(shells, program); }

bool is_python(std::string_view program) {
  return program.starts_with("python") || program.starts_with("pypy") || program == "py";
}

bool is_interpreter(std::string_view program) {
  return is_python(program) || lists(" node nodejs ruby php perl bun deno ", program);
}

std::string_view without_script_ending(std::string_view name) {
  for (const std::string_view ending : {".exe", ".cmd", ".bat", ".js", ".mjs", ".cjs", ".ts", ".py",
                                        ".pyz", ".rb", ".pl", ".phar", ".R", ".lua"}) {
    if (name.ends_with(ending) && name.size() > ending.size())
      return name.substr(0, name.size() - ending.size());
  }
  return name;
}

}  // namespace assay::format::tools
