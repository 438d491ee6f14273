// Translation edit rate (Snover et al. 2006) as sacreBLEU or TERCOM computes it.
#pragma once

#include <cstdint>
#include <memory>

#include "edit_script.hpp"

namespace tertium {

class TerSearch {
  public:
    // `alphabet`: all ids lie in [0, alphabet). `tercom`: search as TERCOM does, which takes a table
    // of the whole of both texts; std::bad_alloc where that is too large.
    TerSearch(std::int32_t alphabet, bool tercom);
    ~TerSearch();

    // Shifts plus edit distance of the shifted output; fills `script` when given.
    std::int64_t operator()(Span output, Span reference, Script* script = nullptr);

  private:
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace tertium
