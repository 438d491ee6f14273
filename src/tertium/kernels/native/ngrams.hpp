// Clipped n-gram matches: the counting behind BLEU, chrF, GLEU and their kin.
#pragma once

#include <cstdint>
#include <vector>

#include "ragged.hpp"

namespace tertium {

// For every output i of [begin, end) and every n of 1..order writes to
// matches[(i - begin) * order + n - 1] the number of n-grams of outputs[i] that occur in the
// references of segment segment_of_output[i], each counted at most as often as in the one
// reference that has it most often. All ids lie in [0, alphabet).
void ngram_matches(const Ragged& outputs, const std::int64_t* segment_of_output,
                   const std::vector<Ragged>& references, std::int32_t alphabet, int order,
                   std::int64_t begin, std::int64_t end, std::int32_t* matches);

}  // namespace tertium
