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

// Sequence i is ids[offsets[i]] .. ids[offsets[i + 1]]. Some may not exist at all, which is not
// the same as being empty: those whose byte in `missing` is set, where there are such bytes.
struct Ragged {
    const std::int32_t* ids = nullptr;
    const std::int64_t* offsets = nullptr;
    const unsigned char* missing = nullptr;

    Span operator[](std::int64_t at) const { return {ids + offsets[at], ids + offsets[at + 1]}; }
    std::int64_t size(std::int64_t at) const { return offsets[at + 1] - offsets[at]; }
    bool has(std::int64_t at) const { return !missing || !missing[at]; }
};

}  // namespace tertium
