// SPDX-License-Identifier: MIT
// What becomes of output: complete, in order, hashed, capped, and never in the way.
#include "unit/adapters/executor/local/harness.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

using namespace assay;
using namespace assay::process;
using namespace assay::process::test;
using core::ExitKind;

namespace {

std::string numbers(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += std::to_string(i) + "\n";
  text.resize(bytes);
  return text;
}

struct Stored {
  core::Captured captured;
  std::string text;
  std::optional<Error> problem;
};

Stored store(const std::string& stream, SinkLimits limits, std::size_t piece) {
  const Place place;
  const Descriptor directory(::open(place.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  Sink sink = Sink::create(directory.get(), "log", limits).take();
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    sink.take(std::string_view(stream).substr(at, piece));
  }
  Stored stored;
  stored.captured = sink.finish();
  stored.problem = sink.problem();
  stored.text = slurp(place / "log");
  return stored;
}

}  // namespace

TEST_CASE("sink: stores everything up to the cap, then the beginning and the end") {
  const SinkLimits limits{.head = 100, .tail = 50};
  const std::size_t sizes[] = {0, 1, 99, 100, 101, 150, 213, 214, 215, 250, 264, 300, 1000, 12'345};
  const std::size_t pieces[] = {1, 7, 64, 100, 114, 1000, 100'000};
  for (const std::size_t size : sizes) {
    for (const std::size_t piece : pieces) {
      CAPTURE(size);
      CAPTURE(piece);
      const std::string stream = numbers(size);
      const Stored stored = store(stream, limits, piece);
      CHECK_FALSE(stored.problem);
      CHECK(stored.captured.bytes == size);
      CHECK(stored.captured.stream == digest_of(stream));
      CHECK(stored.captured.stored == stored.text.size());
      CHECK(stored.captured.log == digest_of(stored.text));
      CHECK(stored.captured.truncated() == (size > 100 + 50 + 64));
      const std::string marker = "\n[assay: " + std::to_string(size - 150) + " bytes left out]\n";
      CHECK(stored.text == (stored.captured.truncated()
                                ? stream.substr(0, 100) + marker + stream.substr(size - 50)
                                : stream));
    }
  }
}

TEST_CASE(
    "sink: a log that is there already is a leftover and is replaced, a link is not followed") {
  const Place place;
  const Descriptor directory(::open(place.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::ofstream(place / "precious") << "precious";
  std::ofstream(place / "old") << "left over from before";
  ::symlink((place / "precious").c_str(), (place / "link").c_str());
  for (const char* name : {"old", "link"}) {
    Sink sink = Sink::create(directory.get(), name, {}).take();
    sink.take("new");
    CHECK(sink.finish().stored == 3);
    CHECK(slurp(place / name) == "new");
    struct stat status {};
    CHECK(::lstat((place / name).c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0600);
    CHECK(S_ISREG(status.st_mode));
  }
  CHECK(slurp(place / "precious") == "precious");
}

TEST_CASE("output: stdout and stderr keep their order") {
  const Ran ran = run_alone("for i in 1 2 3; do echo out$i; echo err$i >&2; done; printf end");
  CHECK(ran.text == "out1\nerr1\nout2\nerr2\nout3\nerr3\nend");
  CHECK(ran.evidence.output.bytes == ran.text.size());
  CHECK(ran.evidence.output.stored == ran.text.size());
  CHECK(ran.evidence.output.stream == digest_of(ran.text));
  CHECK(ran.evidence.output.log == digest_of(ran.text));
}

TEST_CASE("output: the log is named after command and attempt, and exists even if it is empty") {
  const Place place;
  const auto processes = must_open(quick(place));
  const auto evidence = run(*processes, launch_of("true", 4, 2));
  CHECK(evidence.output.log_path == place / "logs/c4-attempt2.log");
  CHECK(std::filesystem::file_size(evidence.output.log_path) == 0);
  CHECK(evidence.output.log == digest_of(""));
}

TEST_CASE("output: bytes are kept as they are") {
  const Ran ran = run_alone(R"(printf '\000\377\033[31m\r\n\200')");
  CHECK(ran.text == std::string("\0\377\033[31m\r\n\200", 10));
}

TEST_CASE("output: what a process substitution still writes after the exit is complete") {
  for (int i = 0; i < 5; ++i) {
    const Ran ran = run_alone("seq 1 20000 > >(sleep 0.05; tee /dev/null)");
    CHECK(ran.evidence.exit.code == 0);
    CHECK(ran.text.size() == 108'894);
    CHECK(ran.evidence.orphans.empty());
  }
}

TEST_CASE("output: a flood is capped, hashed and needs no memory") {
  const auto peak = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const long before = peak();
  const Ran ran = run_alone("head -c 100000000 /dev/zero");
  CHECK(ran.evidence.exit.code == 0);
  CHECK(ran.evidence.output.bytes == 100'000'000);
  CHECK(ran.evidence.output.truncated());
  CHECK(ran.evidence.output.stored == ran.text.size());
  CHECK(ran.evidence.output.stored < (16 << 20) + 64);
  CHECK(ran.evidence.output.log == digest_of(ran.text));
  CHECK(ran.evidence.output.stream.hex() ==
        "a993f8c574e0fea8c1cdcbcd9408d9e2e107ee6e4d120edcfa11decd53fa0cae");
  CHECK(peak() - before < 64 * 1024);
}

TEST_CASE("output: one line of 64 MiB") {
  const Ran ran = run_alone("head -c 67108864 /dev/zero | tr '\\0' x; echo");
  CHECK(ran.evidence.output.bytes == 67'108'865);
  CHECK(ran.text.substr(ran.text.size() - 3) == "xx\n");
}

TEST_CASE("output: a flood does not keep others waiting") {
  const Place place;
  const auto processes = must_open(quick(place));
  processes->start(launch_of("cat /dev/zero", 0));
  core::Launch quiet = launch_of("echo done", 1);
  processes->start(quiet);
  const Nanos before = since_boot();
  bool ended = false;
  while (!ended && since_boot() - before < std::chrono::seconds(20)) {
    const auto happened = processes->wait(Millis{1000});
    for (const auto& happening : *happened) {
      ended = ended || std::get<shell::ProcessEnded>(happening).key.unit == 1;
    }
  }
  CHECK(ended);
  processes->stop_all();
  const auto ends = all_ends(*processes);
  REQUIRE(ends.size() == 1);
  CHECK(ends[0].evidence.exit.kind == ExitKind::cancelled);
  CHECK(ends[0].evidence.output.bytes > 0);
}

TEST_CASE("output: what cannot be stored is still drained and hashed, and ends as unrecorded") {
  const Place place;
  const int code = in_fork([&] {
    const auto processes = must_open(quick(place));
    const rlimit limit{1 << 20, RLIM_INFINITY};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    const auto evidence = run(*processes, launch_of("head -c 3000000 /dev/zero"));
    if (evidence.exit.kind != ExitKind::unrecorded) return 2;
    if (evidence.exit.code != 0) return 3;
    if (evidence.exit.detail != "log c0-attempt1.log: File too large") return 4;
    if (evidence.output.bytes != 3'000'000) return 5;
    if (evidence.output.stream != digest_of(std::string(3'000'000, '\0'))) return 6;
    if (!evidence.output.log_path.empty() || evidence.output.stored != 0) return 7;
    if (std::filesystem::exists(place / "logs/c0-attempt1.log")) return 8;
    return 0;
  });
  CHECK(code == 0);
}

TEST_CASE("output: a log that cannot even be made keeps the command from running") {
  const Place place;
  const auto processes = must_open(quick(place));
  std::filesystem::create_directories(place / "logs/c0-attempt1.log/in-the-way");
  const auto evidence = run(*processes, launch_of("touch " + (place / "ran")));
  CHECK(evidence.exit.kind == ExitKind::spawn_failed);
  CHECK(evidence.exit.detail.find("log c0-attempt1.log: ") == 0);
  CHECK_FALSE(std::filesystem::exists(place / "ran"));
}
