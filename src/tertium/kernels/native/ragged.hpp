// Sequences of ids of different lengths, laid out flat: the one shape of text the kernels see.
#pragma once

#include <cstdint>

namespace tertium {

class Span {
  public:
    Span() = default;
    Span(const std::int32_t* begin, const std::int32_t* end) : begin_(begin), end_(end) {}
    const std::int32_t* begin() const { return begin_; }
    const std::int32_t* end() const { return end_; }
    std::int64_t size() const { return end_ - begin_; }
    std::int32_t operator[](std::int64_t at) const { return begin_[at]; }

  private:
    const std::int32_t* begin_ = nullptr;
    const std::int32_t* end_ = nullptr;
};

// Sequence i is ids[offsets[i]] .. ids[offsets[i + 1]].
struct Ragged {
    const std::int32_t* ids;
    const std::int64_t* offsets;
    Span operator[](std::int64_t at) const { return {ids + offsets[at], ids + offsets[at + 1]}; }
};

}  // namespace tertium
