// SPDX-License-Identifier: MIT
// The attempt that an address names, for every answer about it.
#pragma once

#include "face/web/look.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace assay::web {

struct Sight {
  Archive& archive;
  const api::Dossier& dossier;
  const api::Site& site;
  const core::AttemptEnded* ended = nullptr;       ///< null: it is at work
  const api::RunView::Started* started = nullptr;  ///< null: nobody knows
  std::size_t index = 0;                           ///< among those that have ended
  std::string name = {};
  std::uint32_t number = 0;

  bool is_growing() const { return ended == nullptr && dossier.view.row.alive; }
  std::string log_path() const;
  /// The path of what lies beside the log.
  std::string beside(std::string_view ending) const;
};

/// Only names that the journal has: no address reaches another file.
api::Reply<Sight> find_attempt(const Call& call, const api::Dossier& dossier,
                               const api::Site& site);

/// Its log; empty while nothing was put out.
api::Reply<std::shared_ptr<const LogText>> read_log(const Sight& sight);

/// What lies beside the log, and nowhere else.
Result<std::string> read_beside(const Sight& sight, std::string_view ending,
                                std::uint64_t bytes_max);

template <class Shown, class Make>
api::Reply<Shown> look_at_attempt(const Call& call, Make make) {
  std::optional<Shown> out;
  const auto use = [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<> {
    const Sight sight = TRY(find_attempt(call, dossier, site));
    api::Reply<Shown> made = make(sight);
    if (!made) return made.error();
    out = made.take();
    return {};
  };
  TRY(call.archive.kept.look(call.at("workspace"), call.at("run"), use));
  return *std::move(out);
}

}  // namespace assay::web
