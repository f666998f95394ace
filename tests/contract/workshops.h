// SPDX-License-Identifier: MIT
// Repositories for the tests of the ports: those of the simulator, made of values, and real ones.
#pragma once

#include "sim/repository.h"
#include "sim/workbench.h"
#include "unit/adapters/workshop/repository.h"

#include <optional>
#include <string>

namespace assay::contract {

/// A real one, with a.txt and b.txt in its first commit.
struct RealRepository {
  test::Repository repository;
  workshop::Workshop shop = repository.workshop();
  std::string work = repository.work;
  std::string branch = repository.branch;
  std::string tree = repository.tree_of_task;
  std::string copied = repository.copied;

  shell::Workplace& port() { return shop; }
  std::string head() const { return repository.head(); }
  void write(const std::string& directory, const std::string& path, const std::string& text) const {
    std::ofstream(directory + "/" + path, std::ios::binary) << text;
  }
  std::optional<std::string> read(const std::string& directory, const std::string& path) const {
    if (!test::exists(directory + "/" + path)) return std::nullopt;
    return test::Repository::read(directory + "/" + path);
  }
  std::string commit(const std::string& directory, const std::string& subject) const {
    return test::Repository::commit_in(directory, subject);
  }
};

/// That of loops in the simulator.
struct LoopRepository {
  std::string work = "/work";
  std::string branch = "assay/run/1.1";
  std::string tree = "/state/worktrees/1.1";
  sim::Repository repository{
      work, "specs/x", {{"a.txt", "one\ntwo\nthree\n"}, {"b.txt", "bee\n"}}, {}};

  shell::Workshop& port() { return repository; }
  std::string head() const { return repository.workspace().head; }
  void write(const std::string& directory, const std::string& path, const std::string& text) {
    repository.at(directory)->files[path] = text;
  }
  std::optional<std::string> read(const std::string& directory, const std::string& path) {
    const sim::Repository::Place* place = repository.at(directory);
    if (place == nullptr || !place->files.contains(path)) return std::nullopt;
    return place->files.at(path);
  }
  std::string commit(const std::string& directory, const std::string& subject) {
    sim::Repository::Place& place = *repository.at(directory);
    repository.commit_all(place, subject);
    return place.head;
  }
};

/// That of pipelines in the simulator.
struct PipelineRepository {
  std::string work = "/work";
  std::string copied = "/state/runs/r1/work/step-1";
  sim::Workbench bench{
      work, "docs/feature/x", {{"a.txt", file("one\ntwo\nthree\n")}, {"b.txt", file("bee\n")}}, {}};

  static sim::BenchFile file(const std::string& text) { return {text, nullptr, {}, 0}; }
  shell::Workplace& port() { return bench; }
  std::string head() const { return bench.head(); }
  void write(const std::string& directory, const std::string& path, const std::string& text) {
    bench.put(*bench.at(directory), path, file(text));
  }
  std::optional<std::string> read(const std::string& directory, const std::string& path) const {
    const sim::BenchFiles* files = bench.at(directory);
    if (files == nullptr || !files->contains(path)) return std::nullopt;
    return files->at(path).text;
  }
};

inline core::InspectWork look_at(const std::string& directory,
                                 const core::work::WorkSight& earlier = {}) {
  core::InspectWork wanted;
  wanted.directory = directory;
  wanted.since = earlier.tree;
  wanted.since_head = earlier.head;
  return wanted;
}

}  // namespace assay::contract
