// Clipped n-gram matches: for BLEU, chrF and GLEU.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "statistics.hpp"

namespace tertium {

class NgramMatcher {
  public:
    NgramMatcher(std::int32_t alphabet, int order);
    ~NgramMatcher();

    // Calls take(i, matches) for every output i: matches[n - 1] n-grams of it occur in the
    // references of its segment, clipped at the largest count in any single reference.
    void operator()(const Outputs& outputs, const std::vector<Ragged>& references,
                    const std::function<void(std::int64_t, const std::int32_t*)>& take);

  private:
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace tertium
