// Rows of statistics, one per output, from which metrics are computed.
//
// All functions fill the rows of the outputs from `begin` to `end`. Output i belongs to segment
// segments[i]; all ids lie in [0, alphabet).
#pragma once

#include <cstdint>
#include <vector>

#include "nist_information.hpp"
#include "ragged.hpp"

namespace tertium {

struct Outputs {
    Ragged texts;
    const std::int64_t* segments;  // of each output
    std::int32_t alphabet;
    std::int64_t begin, end;
};

// matches and totals for n = 1..order, length of the output, length of the reference closest in
// length (of two the shorter).
void bleu_statistics(const Outputs& outputs, const std::vector<Ragged>& references, int order,
                     double* rows);

// For n = 1..order the information of the clipped matches, then the number of n-grams; mean length of
// the references.
void nist_statistics(const Outputs& outputs, const std::vector<Ragged>& references,
                     const NistInformation& information, double* rows);

// For n = 1..order the number of n-grams of the output (0 if the reference is too short to have any),
// of the reference, and of matches; to the first columns of rows of the given width.
void chrf_statistics(const Outputs& outputs, const Ragged& reference, int order,
                        std::int64_t width, double* rows);

// Matching n-grams of n = 1..order, and the n-grams of the text that has more.
void gleu_statistics(const Outputs& outputs, const Ragged& reference, int order, double* rows);

// Words missing in the output, words missing in the reference, and length of the reference.
void per_statistics(const Outputs& outputs, const Ragged& reference, double* rows);

// Edits (Levenshtein), and length of the reference.
void wer_statistics(const Outputs& outputs, const Ragged& reference, double* rows);

// Edits with jumps in the output (Leusch et al. 2006), and length of the reference.
void cder_statistics(const Outputs& outputs, const Ragged& reference, double* rows);

// Fewest edits over the references, shifts included, and mean length of the references; searched
// for as sacreBLEU or as TERCOM does.
void ter_statistics(const Outputs& outputs, const std::vector<Ragged>& references,
                            bool tercom, double* rows);

// RIBES against the best reference, and 1; 0 and 0 if all references are empty. A score is the share
// of the pairs of aligned words in the same order, times the share of aligned words of the output to
// the power of alpha, times the brevity penalty to the power of beta.
void ribes_statistics(const Outputs& outputs, const std::vector<Ragged>& references, double alpha,
                      double beta, double* rows);

}  // namespace tertium
