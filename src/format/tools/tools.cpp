// SPDX-License-Identifier: MIT
// The table of tools. A new one is a row here, and everybody knows it.
#include "format/tools/tools.h"

#include <algorithm>

namespace assay::format::tools {
namespace {

using enum Purpose;

using enum Spoken;

constexpr std::string_view installing =
    " install=setup add=setup update=setup require=setup get=setup sync=setup default=setup "
    "toolchain=setup component=setup enable=setup upgrade=setup download=setup tool=setup "
    "pip=setup venv=setup ";

constexpr Tool tool_table[] = {
    // Runners: started, they run tests.
    {" pytest py.test pytest-3 nose2 behave ", test},
    {" unittest trial robot pabot stestr ", test, Asked::never, {}, {}, never},
    {" tox nox ", test, Asked::environment},
    {" jest vitest mocha ava karma ", test},
    {" tape uvu jasmine tap borp testem cucumber cucumber-js ", test, Asked::never, {}, {}, never},
    {" cypress ", test, Asked::verb, " open=other install=setup "},
    {" playwright react-scripts ng hardhat artisan ", other, Asked::verb, " test=test "},
    {" manage ", other, Asked::verb, " test=test ", {}, never},
    {" forge ", build, Asked::verb, " test=test ", {}, english},
    {" ctest gotestsum ginkgo bats shunit2 busted rspec phpunit paratest ", test},
    {" pest prove ", test, Asked::never, {}, {}, english},
    {" codecept ", test, Asked::verb, " build=build bootstrap=setup "},
    // Build tools and languages with words of their own.
    {" cargo ", other, Asked::verb,
     " test=test t=test nextest=test clippy=lint fmt=format build=build b=build check=build "
     "c=build "
     "doc=build install=setup add=setup update=setup fetch=setup "},
    {" go ",
     other,
     Asked::verb,
     " test=test vet=lint build=build fmt=format install=setup get=setup mod=setup tool=setup "
     "generate=build ",
     {},
     worded},
    {" mix ", other, Asked::verb,
     " test=test format=format credo=lint compile=build deps.get=setup deps.compile=setup "
     "local.hex=setup local.rebar=setup "},
    {" dune ", build, Asked::verb, " runtest=test test=test fmt=format "},
    {" deno ", other, Asked::verb, " test=test lint=lint fmt=format check=typecheck task=script "},
    {" swift bazel bazelisk buck2 ", build, Asked::verb, " test=test coverage=test "},
    {" meson ", build, Asked::verb, " test=test "},
    {" nimble ", build, Asked::verb, " test=test ", {}, never},
    {" flutter ", build, Asked::verb, " test=test analyze=lint format=format pub=setup "},
    {" dart ", build, Asked::verb, " test=test analyze=lint format=format pub=setup ", {}, english},
    {" dotnet ", build, Asked::verb, " test=test vstest=test format=format restore=setup "},
    {" stack ", build, Asked::words, " test=test --test=test ", {}, english},
    {" cabal ", build, Asked::words, " test=test v2-test=test new-test=test "},
    {" zig lein ", build, Asked::words, " test=test "},
    {" rebar3 ", build, Asked::words, " eunit=test ct=test proper=test test=test "},
    {" sbt ", build, Asked::words, " test=test testOnly=test testQuick=test "},
    {" xcodebuild ", build, Asked::words, " test=test test-without-building=test "},
    {" mvn mvnw ", build, Asked::words, " test=test verify=test integration-test=test ",
     " package install deploy "},
    {" gradle gradlew ", build, Asked::target, {}, " build "},
    {" make gmake ninja rake rails ant ", build, Asked::target},
    {" invoke ", build, Asked::target, {}, {}, never},
    {" cmake ", build, Asked::words, " test=test check=test "},
    {" pants ", build, Asked::words, " test=test lint=lint fmt=format check=typecheck ", {}, never},
    // Package managers, and runners of scripts that a project names.
    {" npm ", other, Asked::script,
     " test=test t=test tst=test install=setup ci=setup i=setup add=setup update=setup "
     "upgrade=setup link=setup dedupe=setup "},
    {" pnpm yarn bun ", other, Asked::script,
     " test=test t=test install=setup ci=setup i=setup add=setup update=setup upgrade=setup "
     "link=setup dedupe=setup "},
    {" composer ", other, Asked::script, " install=setup update=setup require=setup "},
    {" nx turbo lerna ", other, Asked::script},
    {" moon rush melos grunt gulp ", other, Asked::script, {}, {}, never},
    {" just ", build, Asked::script},
    {" task go-task ", build, Asked::script, {}, {}, english},
    {" run-s run-p npm-run-all npm-run-all2 ", other, Asked::script},
    {" pip pip3 gem opam bundle poetry uv pipx hatch pipenv ", other, Asked::verb, installing},
    {" luarocks conda mamba cpanm brew pdm rustup nvm corepack apt apt-get rye pixi ",
     other,
     Asked::verb,
     installing,
     {},
     never},
    // Checks that run no tests.
    {" eslint biome flake8 pylint golangci-lint staticcheck rubocop shellcheck yamllint clang-tidy "
     "swiftlint hadolint actionlint markdownlint markdownlint-cli2 jsonlint sqlfluff spectral ajv "
     "xmllint oxlint stylelint luacheck phpcs hlint codespell ",
     lint},
    {" xo standard credo ", lint, Asked::never, {}, {}, never},
    {" mypy pyright phpstan psalm vue-tsc pyre tsd ", typecheck},
    {" tsc ", build, Asked::words, " --noEmit=typecheck "},
    {" prettier black isort rustfmt gofmt clang-format shfmt stylua dprint ", format},
    {" ruff ", lint, Asked::verb, " format=format "},
    {" rustc gcc g++ clang clang++ javac kotlinc ghc luac protoc msbuild webpack rollup esbuild "
     "clippy-driver ",
     build},
    {" compileall ", build, Asked::never, {}, {}, never},
    // Programs whose words do not tell what they are for.
    {" node ", other, Asked::verb, " --test=test ", {}, worded},
    {" nodejs tsx ts-node ", other, Asked::verb, " --test=test "},
    {" python3 python ", other, Asked::never, {}, {}, worded},
    {" perl lua elixir iex ocaml julia Rscript coverage django-admin alembic nix nix-build "
     "nix-shell assay claude codex glab docker docker-compose podman kubectl helm terraform tofu "
     "ansible ansible-playbook vagrant psql mysql sqlite3 redis-cli mongosh prisma drizzle-kit "
     "supabase firebase wrangler vercel aws gcloud az serverless ssh scp nc openssl unzip ack "
     "xargs valgrind "},
    {" java ruby php next vite anvil buf R ", other, Asked::never, {}, {}, english},
};

std::string_view program_text(std::string_view word) { return is_python(word) ? "python3" : word; }

}  // namespace

bool lists(std::string_view names, std::string_view name) {
  if (name.empty()) return false;
  for (std::size_t at = names.find(name); at != std::string_view::npos;
       at = names.find(name, at + 1)) {
    const bool begins = at > 0 && names[at - 1] == ' ';
    const std::size_t end = at + name.size();
    if (begins && end < names.size() && names[end] == ' ') return true;
  }
  return false;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::span<const Tool> all_tools() { return tool_table; }

const Tool* find_tool(std::string_view program) {
  const std::string_view name = program_text(base_name(program));
  const auto found = std::find_if(std::begin(tool_table), std::end(tool_table),
                                  [&](const Tool& tool) { return lists(tool.names, name); });
  return found == std::end(tool_table) ? nullptr : found;
}

}  // namespace assay::format::tools
