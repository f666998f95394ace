// SPDX-License-Identifier: MIT
#include "unit/adapters/workshop/repository.h"

#include <sys/stat.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::agent::CompletionStatus;
using core::pipeline::Artifact;
using core::pipeline::Contract;
using core::pipeline::Output;
using core::pipeline::Outputs;

const std::string completion =
    "completion:\n  status: DONE\n  summary: fine\n  severity: null\n  findings_count: 0\n"
    "  risk_level: null\n  output_paths: [x.yaml]\n  evidence_summary: null\n";

struct Feature : Repository {
  std::string feature = "docs/feature/x";

  core::ReadOutputs to_read(const std::vector<Output>& outputs,
                            const std::vector<core::pipeline::Input>& inputs = {}) const {
    return {{}, "read", work, feature, outputs, inputs};
  }
  Outputs read(const std::vector<Output>& outputs,
               const std::vector<core::pipeline::Input>& inputs = {}) const {
    return workshop().outputs(to_read(outputs, inputs));
  }
  Artifact one(const std::string& path, Contract contract = Contract::completion) const {
    const Outputs found = read({{path, contract}});
    REQUIRE(found.artifacts.size() == 1);
    return found.artifacts.front();
  }
  void put(const std::string& name, const std::string& text) const {
    write(feature + "/" + name, text);
  }
  std::string place(const std::string& name) const { return path(feature + "/" + name); }
};

TEST_CASE("outputs: a file that is there is read as its contract wants it") {
  Feature feature;
  feature.put("x.yaml", completion);
  const Artifact good = feature.one("x.yaml");
  CHECK(good.exists);
  CHECK(good.path == "x.yaml");
  CHECK(good.contract == Contract::completion);
  CHECK(good.problems.empty());
  CHECK(good.status == CompletionStatus::done);
  CHECK(good.summary == "fine");
  CHECK_FALSE(good.stamp.empty());
  feature.put("bad.yaml", "completion:\n  status: MAYBE\n");
  const Artifact bad = feature.one("bad.yaml");
  CHECK(bad.exists);
  REQUIRE_FALSE(bad.problems.empty());
  CHECK(has(bad.problems.front(), "bad.yaml:"));
}

TEST_CASE("outputs: what is missing does not exist and is not as it should be") {
  Feature feature;
  for (const char* path : {"x.yaml", "no/such/folder.yaml", "tasks/"}) {
    CAPTURE(path);
    const Artifact artifact = feature.one(path);
    CHECK_FALSE(artifact.exists);
    CHECK(artifact.stamp == "");
    CHECK(artifact.problems == Paths{std::string(path) + ": missing"});
  }
  fs::create_directories(feature.place("tasks"));
  feature.put("tasks/notes.txt", "x");
  CHECK(feature.one("tasks/").problems == Paths{"tasks/: has no files"});
  core::ReadOutputs elsewhere = feature.to_read({{"x.yaml", Contract::text}}, {{"request", true}});
  elsewhere.directory = feature.dir / "none";
  const Outputs found = feature.workshop().outputs(elsewhere);
  REQUIRE(found.artifacts.size() == 1);
  CHECK_FALSE(found.artifacts.front().exists);
  CHECK_FALSE(found.artifacts.front().problems.empty());
  CHECK(found.missing.size() == 1);
}

TEST_CASE("outputs: each file of a folder has the contract, in order") {
  Feature feature;
  for (const char* name : {"b.yaml", "a.yml", "c.json", "d.md"})
    feature.put(std::string("tasks/") + name, completion);
  for (const char* name : {"e.txt", ".hidden.yaml", "f.yaml~", "g.yaml.orig"})
    feature.put(std::string("tasks/") + name, "not yours");
  fs::create_directories(feature.place("tasks/folder.yaml"));
  feature.put("tasks/deep/x.yaml", completion);
  const Outputs found = feature.read({{"tasks/", Contract::completion}});
  Paths paths;
  Paths wrong;
  for (const Artifact& artifact : found.artifacts) {
    paths.push_back(artifact.path);
    CHECK(artifact.exists);
    if (!artifact.problems.empty()) wrong.push_back(artifact.problems.front());
  }
  CHECK(paths ==
        Paths{"tasks/a.yml", "tasks/b.yaml", "tasks/c.json", "tasks/d.md", "tasks/folder.yaml"});
  CHECK(wrong == Paths{"tasks/folder.yaml: is a directory, not a file"});
}

TEST_CASE("outputs: a folder with too many files is not right") {
  Feature feature;
  fs::create_directories(feature.place("tasks"));
  Repository::run_in(feature.place("tasks"), "for i in $(seq 1001); do echo x > $i.md; done");
  const Outputs found = feature.read({{"tasks/", Contract::text}});
  CHECK(found.artifacts.size() == 1001);
  CHECK(found.artifacts.front().path == "tasks/");
  CHECK(has(found.artifacts.front().problems.front(), "more than 1000 files"));
}

TEST_CASE("outputs: links, pipes and other places are not read") {
  Feature feature;
  feature.dir.write("outside.yaml", completion);
  feature.put("real.yaml", completion);
  feature.put("real/x.yaml", completion);
  feature.write("top.yaml", completion);
  fs::create_symlink(feature.dir / "outside.yaml", feature.place("out.yaml"));
  fs::create_symlink("real.yaml", feature.place("in.yaml"));
  fs::create_directory_symlink("real", feature.place("folder"));
  fs::create_symlink("gone.yaml", feature.place("dangling.yaml"));
  REQUIRE(::mkfifo(feature.place("pipe.yaml").c_str(), 0600) == 0);
  struct Row {
    const char* path;
    const char* why;
  };
  const Row rows[] = {{"out.yaml", "a symbolic link"},
                      {"in.yaml", "a symbolic link"},
                      {"dangling.yaml", "a symbolic link"},
                      {"folder/x.yaml", "symbolic link"},
                      {"folder/", "a symbolic link"},
                      {"pipe.yaml", "a pipe"},
                      {"real", "a directory"},
                      {"../../../top.yaml", "leads out"},
                      {"real/../real.yaml", "leads out"},
                      {"../", "leads out"},
                      {"/etc/passwd", "leads out"}};
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const Artifact artifact = feature.one(row.path);
    CHECK_FALSE(artifact.status);
    REQUIRE(artifact.problems.size() == 1);
    CHECK(has(artifact.problems.front(), row.why));
  }
}

TEST_CASE("outputs: a feature folder behind a link is not read either") {
  Feature feature;
  feature.dir.write("elsewhere/feature/x/x.yaml", completion);
  fs::create_directory_symlink(feature.dir / "elsewhere", feature.path("docs"));
  CHECK_FALSE(feature.one("x.yaml").problems.empty());
}

TEST_CASE("outputs: too large is a problem, and 4 MiB is not too large") {
  Feature feature;
  const std::size_t most = std::size_t{4} << 20;
  feature.put("x.md", std::string(most, 'x'));
  CHECK(feature.one("x.md", Contract::text).problems.empty());
  feature.put("x.md", std::string(most + 1, 'x'));
  const Artifact artifact = feature.one("x.md", Contract::text);
  CHECK(artifact.exists);
  CHECK(artifact.problems == Paths{"x.md: is larger than 4 MiB"});
}

TEST_CASE("outputs: the stamp tells every write from what was there before") {
  Feature feature;
  feature.put("x.yaml", completion);
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(feature.place("x.yaml"), old);
  const std::string first = feature.one("x.yaml").stamp;
  CHECK(feature.one("x.yaml").stamp == first);
  SUBCASE("the same bytes, written again") { feature.put("x.yaml", completion); }
  SUBCASE("other bytes of the same length, with the old time") {
    std::string other = completion;
    other[other.find("fine")] = 'F';
    feature.put("x.yaml", other);
    fs::last_write_time(feature.place("x.yaml"), old);
  }
  SUBCASE("another file with the old time") {
    feature.put("y.yaml", completion);
    fs::last_write_time(feature.place("y.yaml"), old);
    fs::rename(feature.place("y.yaml"), feature.place("x.yaml"));
  }
  SUBCASE("longer") { feature.put("x.yaml", completion + "\n"); }
  SUBCASE("a link in its place") {
    fs::rename(feature.place("x.yaml"), feature.place("y.yaml"));
    fs::create_symlink("y.yaml", feature.place("x.yaml"));
  }
  CHECK(feature.one("x.yaml").stamp != first);
}

TEST_CASE("inputs: files that exist, by name and by star, and what is missing") {
  Feature feature;
  for (const char* name : {"initial-request.md", "design.md", "research/b.yaml", "research/a.yaml",
                           "research/a.md", "research/.hidden.yaml", "review/design-x.yaml",
                           "review/code-x.yaml", "p/.task/IMPL-1.json", "p/q/r.yaml"})
    feature.put(name, "x");
  fs::create_directories(feature.place("research/folder.yaml"));
  fs::create_symlink("a.yaml", feature.place("research/link.yaml"));
  struct Row {
    core::pipeline::Input input;
    Paths inputs;
    Paths missing;
  };
  const Row rows[] = {
      {{"request", true}, {"initial-request.md"}, {}},
      {{"design.md", true}, {"design.md"}, {}},
      {{"research/*.yaml", true}, {"research/a.yaml", "research/b.yaml"}, {}},
      {{"review/design-*.yaml", true}, {"review/design-x.yaml"}, {}},
      {{"re*/*x.yaml", true}, {"review/code-x.yaml", "review/design-x.yaml"}, {}},
      {{"*/a.md", true}, {"research/a.md"}, {}},
      {{"p/.task/*.json", true}, {"p/.task/IMPL-1.json"}, {}},
      {{"p/*.yaml", true}, {}, {"p/*.yaml"}},
      {{"*", true}, {"design.md", "initial-request.md"}, {}},
      {{"none.md", true}, {}, {"none.md"}},
      {{"none.md", false}, {}, {}},
      {{"none/*.md", true}, {}, {"none/*.md"}},
      {{"research", true}, {}, {"research"}},
      {{"../x/design.md", true}, {}, {"../x/design.md"}},
      {{"../*/design.md", true}, {}, {"../*/design.md"}},
      {{"", true}, {}, {""}},
      {{"******************************z", false}, {}, {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.input.path);
    const Outputs found = feature.read({}, {row.input});
    CHECK(found.inputs == row.inputs);
    CHECK(found.missing == row.missing);
  }
  const Outputs twice = feature.read({}, {{"research/*.yaml", true}, {"research/a.yaml", true}});
  CHECK(twice.inputs == Paths{"research/a.yaml", "research/b.yaml"});
}

TEST_CASE("outputs: in a copy, too, and with names that break careless callers") {
  Feature feature;
  REQUIRE(feature.workshop().copy(feature.to_copy()).status == Status::done);
  core::ReadOutputs wanted = feature.to_read({{"tasks/", Contract::text}});
  wanted.directory = feature.copied;
  for (const std::string& name : hostile_names()) {
    if (name.find('/') == std::string::npos)
      feature.write_in_copy(feature.feature + "/tasks/" + name + ".md", "x");
  }
  const Outputs found = feature.workshop().outputs(wanted);
  CHECK(found.artifacts.size() == hostile_names().size() - 2);
  for (const Artifact& artifact : found.artifacts) CHECK(artifact.problems.empty());
}

}  // namespace
}  // namespace assay::test
