// Long computations ask now and then whether anybody still waits for their result.
#pragma once

#include <cstdint>
#include <exception>

namespace tertium {

// Set by the binding; a value other than 0 ends the computation.
inline int (*ask)() = nullptr;

class Interrupted : public std::exception {};

class Pause {
  public:
    // Tells of work done, in cells of a table or other things that take a nanosecond or so.
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
