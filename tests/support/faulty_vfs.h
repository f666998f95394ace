// SPDX-License-Identifier: MIT
// A disk that fails on request: while one of these lives, SQLite writes through it.
#pragma once

#include "base/ensure.h"

#include <sqlite3.h>

#include <cstring>

namespace assay::support {

class FaultyDisk {
 public:
  FaultyDisk() {
    ENSURE(current() == nullptr);
    current() = this;
    real_ = sqlite3_vfs_find(nullptr);
    vfs_ = *real_;
    vfs_.zName = "faulty";
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
    vfs_.xOpen = open;
    vfs_.pNext = nullptr;
    ENSURE(sqlite3_vfs_register(&vfs_, 1) == SQLITE_OK);
  }
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;
  ~FaultyDisk() {
    sqlite3_vfs_register(real_, 1);
    sqlite3_vfs_unregister(&vfs_);
    current() = nullptr;
  }

  /// The `nth` write, sync or truncation from now on fails with `code`, and every later one as
  /// well.
  void fail_from(int nth, int code) {
    left_ = nth;
    code_ = code;
  }
  void heal() { left_ = 0; }
  /// Whether anything was made to fail since fail_from.
  bool has_failed() const { return left_ < 0; }

 private:
  struct File {
    sqlite3_file base;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };

  static FaultyDisk*& current() {
    static FaultyDisk* disk = nullptr;
    return disk;
  }
  static sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real(); }

  /// SQLITE_OK, or what this operation has to fail with.
  static int verdict() {
    FaultyDisk& disk = *current();
    if (disk.left_ == 0) return SQLITE_OK;
    if (disk.left_ > 0 && --disk.left_ > 0) return SQLITE_OK;
    disk.left_ = -1;
    return disk.code_;
  }

  static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
    static const sqlite3_io_methods methods = make_methods();
    sqlite3_vfs* real_vfs = current()->real_;
    file->pMethods = nullptr;
    const int code = real_vfs->xOpen(real_vfs, name, real(file), flags, out);
    if (code == SQLITE_OK) file->pMethods = &methods;
    return code;
  }

  static sqlite3_io_methods make_methods() {
    sqlite3_io_methods m{};
    m.iVersion = 2;
    m.xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); };
    m.xRead = [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
      return real(f)->pMethods->xRead(real(f), to, n, at);
    };
    m.xWrite = [](sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
      const int code = verdict();
      return code != SQLITE_OK ? code : real(f)->pMethods->xWrite(real(f), from, n, at);
    };
    m.xTruncate = [](sqlite3_file* f, sqlite3_int64 size) {
      const int code = verdict();
      return code != SQLITE_OK ? code : real(f)->pMethods->xTruncate(real(f), size);
    };
    m.xSync = [](sqlite3_file* f, int flags) {
      const int code = verdict();
      return code != SQLITE_OK ? code : real(f)->pMethods->xSync(real(f), flags);
    };
    m.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) {
      return real(f)->pMethods->xFileSize(real(f), size);
    };
    m.xLock = [](sqlite3_file* f, int l) { return real(f)->pMethods->xLock(real(f), l); };
    m.xUnlock = [](sqlite3_file* f, int l) { return real(f)->pMethods->xUnlock(real(f), l); };
    m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
      return real(f)->pMethods->xCheckReservedLock(real(f), out);
    };
    m.xFileControl = [](sqlite3_file* f, int op, void* arg) {
      return real(f)->pMethods->xFileControl(real(f), op, arg);
    };
    m.xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); };
    m.xDeviceCharacteristics = [](sqlite3_file* f) {
      return real(f)->pMethods->xDeviceCharacteristics(real(f));
    };
    m.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
      return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
    };
    m.xShmLock = [](sqlite3_file* f, int at, int n, int flags) {
      return real(f)->pMethods->xShmLock(real(f), at, n, flags);
    };
    m.xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); };
    m.xShmUnmap = [](sqlite3_file* f, int gone) {
      return real(f)->pMethods->xShmUnmap(real(f), gone);
    };
    return m;
  }

  sqlite3_vfs* real_ = nullptr;
  sqlite3_vfs vfs_{};
  int left_ = 0;  ///< 0: healthy; above: operations until the first failure; below: failing
  int code_ = SQLITE_OK;
};

}  // namespace assay::support
