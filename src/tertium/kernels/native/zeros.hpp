// A large array of zeros whose memory is allocated only where it is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace tertium {

class Zeros {
  public:
    explicit Zeros(std::int64_t size)
        : data_(static_cast<std::int32_t*>(
              std::calloc(static_cast<std::size_t>(size > 0 ? size : 1), sizeof(std::int32_t)))) {
        if (!data_) throw std::bad_alloc();
    }
    ~Zeros() { std::free(data_); }
    Zeros(const Zeros&) = delete;
    Zeros& operator=(const Zeros&) = delete;

    std::int32_t& operator[](std::int32_t at) { return data_[at]; }

  private:
    std::int32_t* data_;
};

}  // namespace tertium
