// Long computations check regularly whether they have been interrupted.
#pragma once

#include <cstdint>
#include <exception>

namespace tertium {

// Set by the binding; a value other than 0 ends the computation.
inline int (*ask)() = nullptr;

class Interrupted : public std::exception {};

class Pause {
  public:
    // Reports work done, in units of about a nanosecond, such as cells of a table.
    void after(std::int64_t work) {
        left_ -= work;
        if (left_ >= 0) return;
        left_ = kWork;
        if (ask && ask() != 0) throw Interrupted();
    }

  private:
    static constexpr std::int64_t kWork = 1 << 24;  // some hundredths of a second
    std::int64_t left_ = kWork;
};

}  // namespace tertium
