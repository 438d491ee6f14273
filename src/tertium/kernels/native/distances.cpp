#include "distances.hpp"

#include <algorithm>
#include <cstddef>

namespace tertium {
namespace {

using Cells = EditDistance::Cells;
using Step = EditDistance::Step;

constexpr std::int64_t kBits = 64;

// Rows that are filled together, so that each word of the columns is looked up once for all.
constexpr std::int64_t kRows = 8 * kBits;

// A step over 64 cells takes several nanoseconds.
constexpr std::int64_t kStep = 4;

// Words below this frequency have no bit vector.
constexpr std::int64_t kFrequent = 64;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

std::uint64_t bit(std::int64_t index) { return std::uint64_t{1} << (index % kBits); }

// Advances to the next column (Myers 1999, in the form of Hyyrö 2003). `equal`: the rows with the
// word of that column; `above`: the step from column to column in the row above. Gives the step
// in the row `bottom`.
Step advance(Cells& cells, std::uint64_t equal, Step above, std::int64_t bottom) {
    const std::uint64_t same = equal | above.down;
    const std::uint64_t diagonal = (((same & cells.plus) + cells.plus) ^ cells.plus) | same;
    const std::uint64_t up = cells.minus | ~(diagonal | cells.plus);
    const std::uint64_t down = cells.plus & diagonal;
    const std::uint64_t vertical = equal | cells.minus;
    const std::uint64_t up_above = up << 1 | above.up;
    cells.plus = (down << 1 | above.down) | ~(vertical | up_above);
    cells.minus = up_above & vertical;
    return {static_cast<std::uint8_t>(up >> bottom & 1),
            static_cast<std::uint8_t>(down >> bottom & 1)};
}

}  // namespace

std::int64_t EditDistance::operator()(Span output, Span reference) {
    const bool higher = output.size() > reference.size();
    const Span rows = higher ? reference : output, columns = higher ? output : reference;
    if (rows.size() <= kRows) return banded(rows, columns, columns.size());
    // Upper bound: substitute word by word. Lower bound: ignore the order.
    std::int64_t most = columns.size() - rows.size();
    for (std::int64_t i = 0; i < rows.size(); ++i) most += rows[i] != columns[i];
    const std::int64_t fewest = columns.size() - shared(rows, columns);
    if (fewest == most) return most;
    // Ukkonen 1985: a wider band until the distance found within it must be the distance.
    for (std::int64_t limit = std::max(fewest, columns.size() - rows.size() + kRows);; limit *= 2) {
        limit = std::min(limit, most);
        const std::int64_t found = banded(rows, columns, limit);
        if (found <= limit) return found;
        most = std::min(most, found);
    }
}

// Number of shared words, ignoring order.
std::int64_t EditDistance::shared(Span one, Span other) {
    std::int64_t count = 0;
    for (const std::int32_t id : one) ++number_[id];
    for (const std::int32_t id : other) count += number_[id]-- > 0;
    for (const std::int32_t id : one) number_[id] = 0;
    for (const std::int32_t id : other) number_[id] = 0;
    return count;
}

// The distance if it is at most `limit`, else the length of some longer path.
//
// A path through row i and column i + k has at least |k| + |end - k| edits, so paths within the
// limit stay in a band. Cells outside count as if reached by insertions or deletions only.
std::int64_t EditDistance::banded(Span rows, Span columns, std::int64_t limit) {
    const std::int64_t end = columns.size() - rows.size();
    const std::int64_t slack = (limit - end) / 2;
    steps_.assign(at(columns.size()), {1, 0});
    std::int64_t value = 0, from = 0;
    for (std::int64_t low = 0; low < rows.size(); low += kRows) {
        const std::int64_t high = std::min(low + kRows, rows.size());
        for (; from < low - slack; ++from) value += steps_[at(from)].size();
        fill({rows.begin() + low, rows.begin() + high}, columns, from,
             std::min(columns.size(), high + end + slack));
        value += high - low;
    }
    for (; from < columns.size(); ++from) value += steps_[at(from)].size();
    return value;
}

// Fills some rows below the lowest one so far, from column to column.
void EditDistance::fill(Span rows, Span columns, std::int64_t from, std::int64_t to) {
    const std::int64_t blocks = (rows.size() + kBits - 1) / kBits;
    pause_.after((to - from) * blocks * kStep);
    equal_.assign(at((rows.size() + 1) * blocks), 0);
    std::int32_t known = 0;
    for (std::int64_t i = 0; i < rows.size(); ++i) {
        std::int32_t& number = number_[rows[i]];
        if (number == 0) number = ++known;
        equal_[at(number * blocks + i / kBits)] |= bit(i);
    }
    column_.assign(at(blocks), {~std::uint64_t{0}, 0});
    const std::int64_t last = blocks - 1, bottom = (rows.size() - 1) % kBits;
    for (std::int64_t j = from; j < to; ++j) {
        const std::uint64_t* equal = equal_.data() + number_[columns[j]] * blocks;
        Step step = steps_[at(j)];
        for (std::int64_t b = 0; b < last; ++b) {
            step = advance(column_[at(b)], equal[b], step, kBits - 1);
        }
        steps_[at(j)] = advance(column_[at(last)], equal[last], step, bottom);
    }
    for (const std::int32_t id : rows) number_[id] = 0;
}

std::int64_t CoverDistance::operator()(Span output, Span reference) {
    index(output);
    least_.assign(at(output.size() / kBits + 1), 0);
    first_ = last_ = 0;
    mark(0);
    std::int64_t value = 0;
    for (const std::int32_t id : reference) {
        const Word& word = words_[static_cast<std::size_t>(number_[id])];
        pause_.after(last_ - first_ + word.end - word.begin + 1);
        if (follow(word)) continue;
        ++value;
        widen(word);
    }
    for (const std::int32_t id : output) number_[id] = 0;
    return value + !marked(output.size());
}

void CoverDistance::index(Span output) {
    words_.assign(1, {});  // the first stands for all unknown words
    for (const std::int32_t id : output) {
        std::int32_t& number = number_[id];
        if (number == 0) {
            number = static_cast<std::int32_t>(words_.size());
            words_.emplace_back();
        }
        ++words_[static_cast<std::size_t>(number)].end;
    }
    std::int64_t before = 0;
    for (Word& word : words_) {
        const std::int64_t count = word.end;
        word.begin = word.end = before;
        before += count;
    }
    places_.resize(at(output.size()));
    for (std::int64_t i = 0; i < output.size(); ++i) {
        places_[at(words_[static_cast<std::size_t>(number_[output[i]])].end++)] = i + 1;
    }
    bits_.clear();
    const std::int64_t blocks = output.size() / kBits + 1;
    for (Word& word : words_) {
        if (word.end - word.begin < std::max(kFrequent, blocks)) continue;
        word.bits = static_cast<std::int64_t>(bits_.size());
        bits_.resize(bits_.size() + at(blocks), 0);
        for (std::int64_t k = word.begin; k < word.end; ++k) {
            bits_[at(word.bits + places_[at(k)] / kBits)] |= bit(places_[at(k)]);
        }
    }
}

// Moves from the places with the least value to those after `word`; false if there are none.
bool CoverDistance::follow(const Word& word) {
    const auto blocks = static_cast<std::int64_t>(least_.size());
    if (word.bits < 0) {
        reached_.clear();
        for (std::int64_t k = word.begin; k < word.end; ++k) {
            if (marked(places_[at(k)] - 1)) reached_.push_back(places_[at(k)]);
        }
        if (reached_.empty()) return false;
        std::fill(least_.begin() + first_, least_.begin() + last_ + 1, 0);
        first_ = reached_.front() / kBits;
        last_ = reached_.back() / kBits;
        for (const std::int64_t place : reached_) mark(place);
        return true;
    }
    const std::uint64_t* bits = bits_.data() + word.bits;
    const std::int64_t last = std::min(last_ + 1, blocks - 1);
    std::uint64_t any = 0;
    for (std::int64_t b = first_; b <= last; ++b) any |= moved(b) & bits[b];
    if (!any) return false;
    for (std::int64_t b = last; b >= first_; --b) least_[at(b)] = moved(b) & bits[b];
    last_ = last;
    while (!least_[at(first_)]) ++first_;
    while (!least_[at(last_)]) --last_;
    return true;
}

// Inserts or substitutes `word` at the places with the least value, or jumps to where it is.
void CoverDistance::widen(const Word& word) {
    const auto blocks = static_cast<std::int64_t>(least_.size());
    last_ = std::min(last_ + 1, blocks - 1);
    for (std::int64_t b = last_; b >= first_; --b) least_[at(b)] |= moved(b);
    if (word.begin == word.end) return;
    first_ = std::min(first_, places_[at(word.begin)] / kBits);
    last_ = std::max(last_, places_[at(word.end - 1)] / kBits);
    if (word.bits < 0) {
        for (std::int64_t k = word.begin; k < word.end; ++k) mark(places_[at(k)]);
        return;
    }
    for (std::int64_t b = first_; b <= last_; ++b) least_[at(b)] |= bits_[at(word.bits + b)];
}

void CoverDistance::mark(std::int64_t place) { least_[at(place / kBits)] |= bit(place); }

bool CoverDistance::marked(std::int64_t place) const {
    return (least_[at(place / kBits)] & bit(place)) != 0;
}

// The places one to the right of those with the least value.
std::uint64_t CoverDistance::moved(std::int64_t block) const {
    const std::uint64_t carried = block > 0 ? least_[at(block - 1)] >> (kBits - 1) : 0;
    return least_[at(block)] << 1 | carried;
}

}  // namespace tertium
