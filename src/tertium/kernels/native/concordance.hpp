// Concordant pairs of cells by two scores, one of which mixes two metrics.
#pragma once

#include <cstdint>

namespace tertium {

// Scores of the cells by one or two metrics (the sides), all in ascending order.
struct Ascending {
    const std::int32_t* cells;
    const unsigned char* sides;
    const double* values;
    std::int64_t size;
};

// The other score of each cell as a rank; equal scores have equal ranks.
struct Ranked {
    const std::int32_t* ranks;
    std::int64_t size;
    std::int32_t classes;  // all ranks are below
};

constexpr int kConcordanceColumns = 6;

// For each replicate, in which the cells with a mask of 1 have swapped sides, and for each side:
// the pairs of cells whose values differ by more than `epsilon`, those of them that the ranks put
// in the same order, and those whose ranks are equal. Knight 1966: cells are visited in the order
// of one score, and counted by the other.
void concordance(const Ascending& scores, double epsilon, const Ranked& other,
                 const unsigned char* masks, std::int64_t replicates, double* rows);

}  // namespace tertium
