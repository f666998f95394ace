// SPDX-License-Identifier: MIT
// What a job runs on its node: `assay job-step FOLDER BATCH INDEX`. Claims the order, sees to the
// tree, runs the attempt with the executor of single machines, and leaves a record.
#pragma once

#include <string>

namespace assay::slurm {

/// The exit status: 0 if there is a record now, or somebody else had claimed the order.
int run_step(const std::string& run_folder, const std::string& batch, const std::string& index);

}  // namespace assay::slurm
