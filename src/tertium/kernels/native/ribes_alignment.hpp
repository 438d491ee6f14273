// Which word of a reference each word of an output stands for, as RIBES has it (Isozaki et al. 2010).
//
// A word that both texts have once stands for itself. Any other is told by its context: by the
// shortest of the n-grams ending or beginning with it that both texts have once; of two equally
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

    // Positions in the reference, in the order of the output; words without one are left out.
    const std::vector<std::int32_t>& operator()(Span output, Span reference);

  private:
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace tertium
