// SPDX-License-Identifier: MIT
// One pass for many patterns, and the floor beneath it: reading every file and doing nothing.
//   scan_bench scan WORKSPACE PATTERNS THREADS     prints how many of the patterns are found
//   scan_bench read WORKSPACE - THREADS            prints how many bytes were read
#include "adapters/scan/beneath.h"
#include "adapters/scan/listing.h"
#include "adapters/scan/scanner.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace assay;

int scan_all(const std::string& workspace, const char* patterns, unsigned threads) {
  std::vector<core::goals::Check> checks;
  std::ifstream file(patterns);
  for (std::string line; std::getline(file, line);) {
    core::goals::Check check;
    check.form = core::goals::Pattern{line, {}, 1, {}};
    checks.push_back(std::move(check));
  }
  const auto results = scan::Scanner::inspect(workspace, {checks}, threads);
  if (!results) {
    std::fprintf(stderr, "%s\n", results.error().what.c_str());
    return 1;
  }
  const auto met = std::count_if(results->begin(), results->end(), [](const auto& result) {
    return result.status == core::goals::CheckStatus::ok;
  });
  std::printf("%ld\n", static_cast<long>(met));
  return 0;
}

int read_all(const std::string& workspace, unsigned threads) {
  auto root = scan::Beneath::open(workspace);
  if (!root) return 1;
  const auto files = scan::Listing(workspace, *root).run();
  if (!files) return 1;
  std::atomic<std::size_t> next{0};
  std::atomic<std::uint64_t> bytes{0};
  const auto work = [&] {
    scan::FileBuffer buffer;
    for (std::size_t i = next++; i < files->size(); i = next++) {
      scan::Sight sight;
      const os::Descriptor file = root->open_listed((*files)[i], sight);
      int problem = 0;
      const auto size = static_cast<std::size_t>(sight.status.st_size);
      if (file && buffer.read(file.get(), size, SIZE_MAX / 2, problem))
        bytes += buffer.text().size();
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& each : others) each.join();
  std::printf("%llu\n", static_cast<unsigned long long>(bytes.load()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::string workspace = std::filesystem::canonical(argv[2]).string();
  const auto threads = static_cast<unsigned>(std::max(1, std::atoi(argv[4])));
  return std::string(argv[1]) == "scan" ? scan_all(workspace, argv[3], threads)
                                        : read_all(workspace, threads);
}
