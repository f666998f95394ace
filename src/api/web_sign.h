// SPDX-License-Identifier: MIT
// Which servers of `assay web` this user runs, so that whoever ends a run or tells of it can say
// where to look at it. A sign names an address and never a token: who finds it stands before a shut
// door.
#pragma once

#include "api/site.h"

#include <memory>
#include <string>

namespace assay::api {

/// Where the signs of servers are that show the runs of one state directory, or, if none is named,
/// of all workspaces of this user. Empty: nowhere.
std::string folder_of_signs(const std::string& state_dir, shell::Outside& outside);

/// Hangs as long as it lives; of a server that was killed nobody believes it.
class WebSign {
 public:
  /// `origin`: "http://127.0.0.1:40123". The folder must be there.
  static Result<std::unique_ptr<WebSign>> put_up(const std::string& folder,
                                                 const std::string& origin,
                                                 shell::Outside& outside);
  ~WebSign();
  WebSign(const WebSign&) = delete;
  WebSign& operator=(const WebSign&) = delete;

 private:
  WebSign(std::string path, std::shared_ptr<void> lock, shell::Outside& outside);

  std::string path_;
  std::shared_ptr<void> lock_;
  shell::Outside& outside_;
};

/// The address of a run at the newest server that shows it; empty: none is running.
std::string web_link(const std::string& run_id, const Site& site);

}  // namespace assay::api
