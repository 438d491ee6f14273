// Rows of statistics, one for every output: what metrics are computed from.
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

// For n = 1..order the information of the n-grams that match (each counted at most as often as in the
// one reference that has it most often), then the number of all; mean length of the references.
void nist_statistics(const Outputs& outputs, const std::vector<Ragged>& references,
                     const NistInformation& information, double* rows);

// For n = 1..order the number of n-grams of the output (0 where the reference is too short to have
// any), of the reference, and of both; to the first columns of rows of the given width.
void chrf_statistics(const Outputs& outputs, const Ragged& reference, int order,
                        std::int64_t width, double* rows);

// For n = 1..order together the n-grams of both output and reference, and the n-grams of the one
// that has more of them.
void gleu_statistics(const Outputs& outputs, const Ragged& reference, int order, double* rows);

// Words of the reference that the output lacks, words of the output that the reference lacks, and
// length of the reference.
void per_statistics(const Outputs& outputs, const Ragged& reference, double* rows);

// Edits (Levenshtein), and length of the reference.
void wer_statistics(const Outputs& outputs, const Ragged& reference, double* rows);

// Edits with jumps in the output (Leusch et al. 2006), and length of the reference.
void cder_statistics(const Outputs& outputs, const Ragged& reference, double* rows);

// Fewest edits over the references, shifts included, and mean length of the references; searched
// for as sacreBLEU or as TERCOM does.
void ter_statistics(const Outputs& outputs, const std::vector<Ragged>& references,
                            bool tercom, double* rows);

// RIBES against the best reference, and 1; 0 and 0 where no reference has a word. A score is the share
// of the pairs of corresponding words that stand in the same order in both texts, times the share of
// the words of the output that correspond to the power of alpha, times the brevity penalty to beta.
void ribes_statistics(const Outputs& outputs, const std::vector<Ragged>& references, double alpha,
                      double beta, double* rows);

}  // namespace tertium
