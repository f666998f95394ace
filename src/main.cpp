// SPDX-License-Identifier: MIT
// Builds the outside and hands it to the command line.
#include "adapters/executor/local/secrecy.h"
#include "adapters/executor/slurm/step.h"
#include "adapters/system/system.h"
#include "face/cli/cli.h"

#include <string_view>

int main(int argc, char** argv) {
  assay::process::close_to_others();
  // What jobs of a cluster run; nobody types it.
  if (argc == 5 && std::string_view(argv[1]) == "job-step")
    return assay::slurm::run_step(argv[2], argv[3], argv[4]);
  assay::system::System system;
  return assay::cli::run(argc, argv, ASSAY_VERSION, system);
}
