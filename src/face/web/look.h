// SPDX-License-Identifier: MIT
// What every answer about one run needs: the run of an address, and a page of a long list.
#pragma once

#include "face/web/archive.h"
#include "face/web/routes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace assay::web {

/// Looks at the run of the address and makes an answer of it.
template <class Shown, class Make>
api::Reply<Shown> look_at(const Call& call, Make make) {
  std::optional<Shown> out;
  TRY(call.archive.kept.look(
      call.at("workspace"), call.at("run"),
      [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<> {
        api::Reply<Shown> made = make(dossier, site);
        if (!made) return made.error();
        out = made.take();
        return {};
      }));
  return *std::move(out);
}

/// What is beyond one page goes; `next` is where the next one begins.
template <class Shown>
void cut_page(std::vector<Shown>& all, std::size_t from, std::int32_t limit,
              std::uint64_t& matching, OrNull<std::string>& next) {
  matching = all.size();
  from = std::min(from, all.size());
  const std::size_t to = std::min(all.size(), from + static_cast<std::size_t>(limit));
  if (to < all.size()) next.held = std::to_string(to);
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(to), all.end());
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(from));
}

}  // namespace assay::web
