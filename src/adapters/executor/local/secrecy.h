// SPDX-License-Identifier: MIT
// The coordinator has keys in its environment and decides in its memory: no process of the same
// user may look into it or write there.
#pragma once

namespace assay::process {

/// From here on /proc/<pid>/mem, environ, fd and ptrace of this process, and of what it forks, are
/// closed to everybody but root. Programs it starts are as open as ever. There are no core dumps.
void close_to_others();

}  // namespace assay::process
