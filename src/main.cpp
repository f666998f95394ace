// SPDX-License-Identifier: MIT
// Builds the outside and hands it to the command line.
#include "adapters/executor/local/secrecy.h"
#include "adapters/system/system.h"
#include "face/cli/cli.h"

int main(int argc, char** argv) {
  assay::process::close_to_others();
  assay::system::System system;
  return assay::cli::run(argc, argv, ASSAY_VERSION, system);
}
