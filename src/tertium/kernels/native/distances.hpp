// Distances of two sequences, 64 cells of the table of the dynamic program at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "pause.hpp"
#include "ragged.hpp"
#include "zeros.hpp"

namespace tertium {

// Levenshtein distance: the fewest words to insert, delete or substitute. Memory is linear.
class EditDistance {
  public:
    // `alphabet`: all ids lie in [0, alphabet).
    explicit EditDistance(std::int32_t alphabet) : number_(alphabet) {}

    std::int64_t operator()(Span output, Span reference);

    // 64 cells of a column: which exceed the one above by one, and which fall short of it by one.
    struct Cells {
        std::uint64_t plus, minus;
    };

    // From one cell of a row to the next: whether to one more, whether to one less.
    struct Step {
        std::uint8_t up, down;
        int size() const { return up - down; }
    };

  private:
    std::int64_t shared(Span one, Span other);
    std::int64_t banded(Span rows, Span columns, std::int64_t limit);
    void fill(Span rows, Span columns, std::int64_t from, std::int64_t to);

    Zeros number_;
    std::vector<std::uint64_t> equal_;
    std::vector<Cells> column_;
    std::vector<Step> steps_;  // along the lowest row filled so far
    Pause pause_;
};

// Cover disjoint distance (Leusch et al. 2006): Levenshtein's with jumps to any place in the output
// for a cost of one. It covers every word of the reference once, and those of the output any
// number of times. Memory is linear.
//
// Since one can jump anywhere, the cells of a row, that is after a word of the reference, have the
// least value in the row or one more. So a row is its least value and the places that have it.
class CoverDistance {
  public:
    // `alphabet`: all ids lie in [0, alphabet).
    explicit CoverDistance(std::int32_t alphabet) : number_(alphabet) {}

    std::int64_t operator()(Span output, Span reference);

  private:
    // A word of the output: the places behind it are in `places_`; those of a frequent word also
    // as bits.
    struct Word {
        std::int64_t begin = 0, end = 0, bits = -1;
    };

    void index(Span output);
    bool follow(const Word& word);
    void widen(const Word& word);
    void mark(std::int64_t place);
    bool marked(std::int64_t place) const;
    std::uint64_t moved(std::int64_t block) const;

    Zeros number_;
    std::vector<Word> words_;
    std::vector<std::int64_t> places_, reached_;
    std::vector<std::uint64_t> bits_;

    // The places with the least value, all of them in the blocks from `first_` to `last_`.
    std::vector<std::uint64_t> least_;
    std::int64_t first_ = 0, last_ = 0;
    Pause pause_;
};

}  // namespace tertium
