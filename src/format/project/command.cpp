// SPDX-License-Identifier: MIT
#include "format/project/command.h"

#include "format/project/survey.h"
#include "format/shell/parser.h"

#include <algorithm>
#include <cctype>

namespace assay::format::project {
namespace {

using Tokens = std::vector<std::string>;

constexpr std::size_t script_bytes_max = 64U << 10;
constexpr std::size_t commands_max = 200;

void collect(const shell::List& list, std::string_view script, Splitting& out);

void collect_one(const shell::Command& command, std::string_view script, Splitting& out) {
  if (command.kind != shell::CommandKind::simple) {
    out.plain = false;
    for (const shell::List& part : command.parts) collect(part, script, out);
    return;
  }
  Simple simple;
  for (const shell::Word& word : command.words) {
    simple.words.push_back(word.text);
    simple.literal = simple.literal && word.literal;
  }
  const std::size_t begin = std::min<std::size_t>(command.at.begin, script.size());
  const std::size_t end = std::min<std::size_t>(command.at.end, script.size());
  simple.text = trimmed(script.substr(begin, end > begin ? end - begin : 0));
  if (!simple.words.empty() && out.commands.size() < commands_max)
    out.commands.push_back(std::move(simple));
}

void collect(const shell::List& list, std::string_view script, Splitting& out) {
  for (const shell::Item& item : list.items) {
    if (item.background) out.plain = false;
    for (const shell::Command& command : item.commands) {
      if (command.join == shell::Join::pipe || command.join == shell::Join::or_if ||
          command.negated || !command.redirections.empty())
        out.plain = false;
      collect_one(command, script, out);
    }
  }
}

bool is_assignment_word(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

/// How many words a wrapper takes away; 0: the first word is no wrapper.
std::size_t wrapper_length(const Tokens& words) {
  const std::string_view first = base_of(words.front());
  const std::string_view second = words.size() > 1 ? std::string_view{words[1]} : "";
  if (is_assignment_word(words.front())) return 1;
  if (is_one_of(first,
                " env time nice command exec cross-env c8 nyc npx bunx uvx pipx catchsegv "
                "stdbuf dotenv xvfb-run ionice unbuffer "))
    return first == "pipx" && second == "run" ? 2 : 1;
  if (first == "timeout") return std::min<std::size_t>(2, words.size());
  const bool runs = second == "run" || second == "exec";
  if (is_one_of(first, " uv poetry pipenv hatch rye pdm ") && second == "run") return 2;
  if (first == "bundle" && second == "exec") return 2;
  if (first == "opam" && second == "exec") return 2;
  if (is_one_of(first, " pnpm yarn npm bun ") &&
      (second == "exec" || second == "dlx" || second == "x"))
    return 2;
  if (first == "coverage" && runs) return 2;
  if ((first.substr(0, 6) == "python" || first == "py") && second == "-m") return 2;
  return 0;
}

Purpose purpose_of_program(const Tokens& words) {
  const std::string_view name = base_of(words.front());
  const std::string_view second = words.size() > 1 ? std::string_view{words[1]} : "";
  const auto has = [&](std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of(name,
                " pytest py.test pytest-3 unittest nose2 rspec busted prove bats ctest phpunit "
                "pest mocha jest vitest ava tape uvu jasmine tap borp shunit2 "))
    return Purpose::test;
  if (is_one_of(name,
                " eslint flake8 pylint shellcheck golangci-lint staticcheck luacheck rubocop "
                "phpcs oxlint stylelint xo standard biome hlint credo codespell yamllint "))
    return Purpose::lint;
  if (is_one_of(name, " mypy pyright pyre phpstan psalm tsd ")) return Purpose::typecheck;
  if (name == "tsc") return has("--noEmit") ? Purpose::typecheck : Purpose::build;
  if (is_one_of(name, " prettier black isort stylua rustfmt gofmt dprint ")) return Purpose::format;
  if (name == "ruff") return second == "format" ? Purpose::format : Purpose::lint;
  if (name == "go")
    return second == "test"    ? Purpose::test
           : second == "vet"   ? Purpose::lint
           : second == "build" ? Purpose::build
                               : Purpose::other;
  if (name == "cargo")
    return is_one_of(second, " test nextest ")  ? Purpose::test
           : second == "clippy"                 ? Purpose::lint
           : second == "fmt"                    ? Purpose::format
           : is_one_of(second, " build check ") ? Purpose::build
                                                : Purpose::other;
  if (name == "mix")
    return second == "test"      ? Purpose::test
           : second == "format"  ? Purpose::format
           : second == "credo"   ? Purpose::lint
           : second == "compile" ? Purpose::build
                                 : Purpose::other;
  if (name == "dune") return is_one_of(second, " runtest test ") ? Purpose::test : Purpose::build;
  if (name == "deno")
    return second == "test"    ? Purpose::test
           : second == "lint"  ? Purpose::lint
           : second == "fmt"   ? Purpose::format
           : second == "check" ? Purpose::typecheck
                               : Purpose::other;
  if (is_one_of(name, " meson zig swift dart flutter sbt stack cabal bazel dotnet rebar3 lein "))
    return has("test") || has("eunit") || has("ct") ? Purpose::test : Purpose::build;
  if (is_one_of(name, " mvn mvnw gradle gradlew ")) {
    return has("test") || has("check") || has("verify") ? Purpose::test : Purpose::build;
  }
  return Purpose::other;
}

bool installs(const Tokens& words) {
  const std::string_view name = base_of(words.front());
  const std::string_view second = words.size() > 1 ? std::string_view{words[1]} : "";
  if (is_one_of(name, " npm pnpm yarn bun "))
    return is_one_of(second, " install ci i add update upgrade link dedupe ") ||
           (name == "yarn" && words.size() == 1);
  if (is_one_of(name,
                " pip pip3 gem luarocks opam conda cpanm bundle composer poetry uv pipx brew "
                "pdm cargo go mix rustup nvm corepack "))
    return is_one_of(second,
                     " install add update require get sync deps.get local.hex local.rebar "
                     "deps.compile default toolchain component enable upgrade download "
                     "mod tool pip venv ");
  return false;
}

}  // namespace

std::string_view base_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_one_of(std::string_view word, std::string_view words) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  return contains(words, " " + std::string{word} + " ");
}

Splitting split_script(std::string_view script) {
  Splitting out;
  if (script.size() > script_bytes_max) {
    out.plain = false;
    return out;
  }
  const shell::Parsed parsed =
      shell::parse(script, {0, static_cast<std::uint32_t>(script.size()), true});
  if (parsed.error) out.plain = false;
  collect(parsed.list, script, out);
  return out;
}

std::vector<std::string> bare_words(const std::vector<std::string>& words) {
  Tokens rest = words;
  while (!rest.empty()) {
    const std::size_t length = wrapper_length(rest);
    if (length == 0) break;
    rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length));
    // Options of the wrapper, with the values of those that have one.
    while (!rest.empty() && rest.front().size() > 1 && rest.front().front() == '-') {
      const bool valued =
          is_one_of(rest.front(),
                    " --group --with --python --extra --package --project -p --only "
                    "--env --directory -n -k -s --signal --kill-after ");
      rest.erase(rest.begin());
      if (valued && !rest.empty()) rest.erase(rest.begin());
    }
  }
  return rest;
}

Purpose purpose_of_name(std::string_view name) {
  std::string low;
  for (const char c : name) low += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto has = [&](std::string_view part) { return contains(low, part); };
  if (has("install") || has("setup") || has("deps")) return Purpose::setup;
  if (has("watch") || has("release") || has("publish") || has("deploy") || has("bench") ||
      has("update") || has("serve") || has("debug") || has("clean") || has("docs"))
    return Purpose::other;
  if (has("lint")) return Purpose::lint;
  if (has("typecheck") || has("type-check") || has("types") || low == "tsc" || low == "mypy")
    return Purpose::typecheck;
  const bool formats = has("format") || has("fmt") || has("prettier") || has("style");
  if (formats) return has("check") || has("verify") ? Purpose::format : Purpose::other;
  if (has("test") || low == "check" || low == "spec" || low == "unit" || has("check-"))
    return Purpose::test;
  if (low == "build" || low == "compile" || low == "all") return Purpose::build;
  return Purpose::other;
}

Purpose purpose_of(const Simple& command) {
  const Tokens words = bare_words(command.words);
  if (words.empty()) return Purpose::other;
  if (installs(words)) return Purpose::setup;
  const std::string_view name = base_of(words.front());
  const std::string_view second = words.size() > 1 ? std::string_view{words[1]} : "";
  if (is_one_of(name, " npm pnpm yarn bun ")) {
    if (second == "t" || second == "test") return Purpose::test;
    if (second == "run" || second == "run-script")
      return words.size() > 2 ? purpose_of_name(words[2]) : Purpose::other;
    return name == "npm" ? Purpose::other : purpose_of_name(second);
  }
  if (is_one_of(name, " make gmake just task rake ninja composer invoke ")) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].front() != '-' && !is_assignment_word(words[i]))
        return purpose_of_name(words[i]);
    }
    return Purpose::build;
  }
  const Purpose known = purpose_of_program(words);
  if (known != Purpose::other) return known;
  const bool interpreted =
      is_one_of(name, " sh bash dash zsh python python3 node perl ruby php lua Rscript ");
  const std::string_view script = interpreted ? second : std::string_view{words.front()};
  const bool path = contains(script, "/") || (interpreted && contains(script, "."));
  if (path && !script.empty() && script.front() != '-') {
    const std::string_view file = base_of(script);
    for (const char* word : {"test", "spec", "check"}) {
      if (contains(file, word) && !contains(file, "install")) return Purpose::test;
    }
  }
  return Purpose::other;
}

std::optional<core::verify::GateType> gate_type_of(Purpose purpose) {
  using core::verify::GateType;
  switch (purpose) {
    case Purpose::test: return GateType::test;
    case Purpose::lint: return GateType::lint;
    case Purpose::typecheck: return GateType::typecheck;
    case Purpose::format: return GateType::format;
    case Purpose::build: return GateType::build;
    case Purpose::setup:
    case Purpose::other: break;
  }
  return std::nullopt;
}

bool proves_nothing(std::string_view script) {
  const Splitting parts = split_script(script);
  return std::all_of(parts.commands.begin(), parts.commands.end(), [](const Simple& one) {
    if (base_of(one.words.front()) == "exit") return one.words.size() < 2 || one.words[1] == "0";
    return is_one_of(base_of(one.words.front()), " echo printf true : cat ");
  });
}

}  // namespace assay::format::project
