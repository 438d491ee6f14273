// Alignment of the words of output and reference for RIBES (Isozaki et al. 2010).
//
// A word that occurs once in both texts is aligned. Any other word is aligned by its context: by the
// shortest of the n-grams ending or beginning with it that occur once in both texts; of two equally
// short ones by the one ending with it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ragged.hpp"

namespace tertium {

class RibesAlignment {
  public:
    explicit RibesAlignment(std::int32_t alphabet);
    ~RibesAlignment();

    // Positions in the reference, in the order of the output; unaligned words are omitted.
    const std::vector<std::int32_t>& operator()(Span output, Span reference);

  private:
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace tertium
