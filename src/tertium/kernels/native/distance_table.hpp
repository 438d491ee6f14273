// The dynamic program of the edit distance: a table whose rows are filled within a band of columns,
// forwards or backwards, and the operations along its best path.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "edit_script.hpp"

namespace tertium {

// sacreBLEU's beam around the diagonal.
constexpr std::int64_t kBeamWidth = 25;

// TERCOM's beam: excess cost of a cell over the best of its row. The beam does not change smaller
// distances.
constexpr int kBeamCost = 20;
template <typename Cell>
constexpr Cell kInfinity = std::numeric_limits<Cell>::max() / 2;

// The columns of each row of the distance table that are computed: [low(i), high(i)) of row i.
class Band {
  public:
    // sacreBLEU's beam around the pseudo-diagonal.
    void beam(std::int64_t rows, std::int64_t columns) {
        resize(rows);
        const double ratio = static_cast<double>(columns) / static_cast<double>(rows);
        std::int64_t width = kBeamWidth;
        if (static_cast<double>(kBeamWidth) < ratio / 2) {
            width = static_cast<std::int64_t>(std::ceil(ratio / 2 + kBeamWidth));
        }
        for (std::int64_t i = 1; i <= rows; ++i) {
            const auto diagonal =
                static_cast<std::int64_t>(std::floor(static_cast<double>(i) * ratio));
            set(i, std::max<std::int64_t>(0, diagonal - width),
                i == rows ? columns + 1 : std::min(columns + 1, diagonal + width));
        }
        // Only the columns of the first row that the second row needs.
        set(0, std::max<std::int64_t>(0, low(1) - 1), high(1));
        measure();
        measure_reach(columns);
    }

    void whole(std::int64_t rows, std::int64_t columns) {
        resize(rows);
        for (std::int64_t i = 0; i <= rows; ++i) set(i, 0, columns + 1);
        measure();
    }

    std::int64_t rows() const { return rows_; }
    std::int64_t low(std::int64_t i) const { return low_[static_cast<std::size_t>(i)]; }
    std::int64_t high(std::int64_t i) const { return high_[static_cast<std::size_t>(i)]; }

    // A row is stored with the cells beyond its ends that its neighbours need.
    std::int64_t first(std::int64_t i) const { return low(i > 0 ? i - 1 : 0) - 1; }
    std::int64_t stride() const { return stride_; }

    // Fewest edits that a path outside the band can have: up to there the distance within the
    // band is the edit distance itself.
    std::int64_t reach() const { return reach_; }

  private:
    void resize(std::int64_t rows) {
        rows_ = rows;
        low_.resize(static_cast<std::size_t>(rows) + 1);
        high_.resize(static_cast<std::size_t>(rows) + 1);
    }

    void set(std::int64_t i, std::int64_t low, std::int64_t high) {
        low_[static_cast<std::size_t>(i)] = low;
        high_[static_cast<std::size_t>(i)] = high;
    }

    void measure() {
        stride_ = 0;
        for (std::int64_t i = 0; i <= rows_; ++i) {
            stride_ = std::max(stride_, high(std::min(i + 1, rows_)) - first(i) + 1);
        }
    }

    // A path through row i and column i + k has |k| edits or more before, |end - k| behind.
    void measure_reach(std::int64_t columns) {
        const std::int64_t end = columns - rows_;
        reach_ = std::numeric_limits<std::int64_t>::max();
        for (std::int64_t i = 1; i <= rows_; ++i) {
            if (low(i) > 0) {
                const std::int64_t k = std::min({low(i) - 1 - i, end, std::int64_t{0}});
                reach_ = std::min(reach_, end - 2 * k);
            }
            if (high(i) <= columns) {
                const std::int64_t k = std::max({high(i) - i, end, std::int64_t{0}});
                reach_ = std::min(reach_, 2 * k - end);
            }
        }
    }

    std::int64_t rows_ = 0, stride_ = 0, reach_ = 0;
    std::vector<std::int64_t> low_, high_;
};

// Rows of the distance table, some or all of them.
template <typename Cell>
class Rows {
  public:
    // Room for the rows from `from` to `to`; existing cells are kept.
    void reserve(const Band& band, std::int64_t from, std::int64_t to) {
        band_ = &band;
        from_ = from;
        const std::size_t size = static_cast<std::size_t>((to - from + 1) * band.stride());
        if (cells_.size() < size) cells_.resize(size);
    }

    // row(i)[j] is the cell of row i and column j.
    Cell* row(std::int64_t i) { return cells_.data() + (i - from_) * band_->stride() - band_->first(i); }

  private:
    const Band* band_ = nullptr;
    std::int64_t from_ = 0;
    std::vector<Cell> cells_;
};

// The first and the last cell of a row within a beam.
struct Live {
    std::int64_t first, last;
};

// With d(i, j) the distance of the first i words of the output to the first j of the reference, a
// forward cell holds d(i, j) - j: an insertion then costs nothing, and what remains to be done
// from left to right is a running minimum. A backward cell holds the distance of the rest of the
// output from i to the rest of the reference from j, plus j; so the sum of both is a distance.
template <typename Cell>
struct Recurrence {
    const Band* band;
    const Cell* reference;  // with one readable word behind its end

    void first(Cell* row) const {
        const std::int64_t low = band->low(0), high = band->high(0);
        row[low - 1] = kInfinity<Cell>;
        std::fill(row + low, row + high, Cell{0});
    }

    // Row i from row i - 1, where `word` is word i of the output (from 1).
    void forward(std::int64_t i, Cell word, const Cell* above, Cell* row) const {
        const std::int64_t low = band->low(i), high = band->high(i);
        std::int64_t j = low;
        row[j - 1] = kInfinity<Cell>;
        if (j == 0) {
            row[0] = static_cast<Cell>(above[0] + 1);
            ++j;
        }
        for (std::int64_t k = j; k < high; ++k) {
            const Cell diagonal = static_cast<Cell>(above[k - 1] - (reference[k - 1] == word));
            const Cell deletion = static_cast<Cell>(above[k] + 1);
            row[k] = std::min(diagonal, deletion);
        }
        Cell best = row[j - 1];
        for (; j < high; ++j) row[j] = best = std::min(best, row[j]);
        const std::int64_t next = i < band->rows() ? band->high(i + 1) : high;
        for (j = high; j < next; ++j) row[j] = kInfinity<Cell>;
    }

    // Row i from row i - 1 within TERCOM's beam, which drops cells that cost over kBeamCost more than
    // the cheapest one that a match or substitution leads to; the last row drops none. `live` holds
    // the first and the last cell of the row above that are left, then those of this row: on a real
    // text few are. Nothing is written outside of them.
    void forward_in_beam(std::int64_t i, Cell word, const Cell* above, Cell* row, Live& live) const {
        const std::int64_t columns = band->high(0) - 1;
        const auto [from, to] = live;
        row[from] = static_cast<Cell>(above[from] + 1);
        Cell best = kInfinity<Cell>;
        for (std::int64_t k = from + 1; k <= to; ++k) {
            const Cell diagonal = static_cast<Cell>(above[k - 1] - (reference[k - 1] == word));
            const Cell deletion = static_cast<Cell>(above[k] + 1);
            best = std::min(best, static_cast<Cell>(diagonal + static_cast<Cell>(k)));
            row[k] = std::min(diagonal, deletion);
        }
        std::int64_t end = to;
        if (to < columns) {
            ++end;
            row[end] = static_cast<Cell>(above[to] - (reference[to] == word));
            best = std::min(best, static_cast<Cell>(row[end] + static_cast<Cell>(end)));
        }
        for (std::int64_t k = from + 1; k <= end; ++k) row[k] = std::min(row[k - 1], row[k]);
        if (i == band->rows()) {
            std::fill(row + end + 1, row + columns + 1, row[end]);
            live = {from, columns};
            return;
        }
        const Cell most = static_cast<Cell>(best + kBeamCost);
        // Behind the last cell only insertions lead on.
        const std::int64_t last =
            std::max(end, std::min(columns, static_cast<std::int64_t>(most) - row[end]));
        std::fill(row + end + 1, row + last + 1, row[end]);
        for (std::int64_t k = from; k <= last; ++k) {
            const Cell cost = static_cast<Cell>(row[k] + static_cast<Cell>(k));
            row[k] = cost > most ? kInfinity<Cell> : row[k];
        }
        live = {from, last};
        while (live.first < last && row[live.first] == kInfinity<Cell>) ++live.first;
        while (live.last > live.first && row[live.last] == kInfinity<Cell>) --live.last;
    }

    void last(Cell* row) const {
        const std::int64_t i = band->rows();
        const std::int64_t high = band->high(i);
        std::fill(row + band->low(i - 1), row + band->low(i), kInfinity<Cell>);
        std::fill(row + band->low(i), row + high, static_cast<Cell>(high - 1));
        row[high] = kInfinity<Cell>;
    }

    // Row i from row i + 1, where `word` is the word of the output behind the first i.
    void backward(std::int64_t i, Cell word, const Cell* below, Cell* row) const {
        const std::int64_t low = band->low(i), high = band->high(i);
        for (std::int64_t k = low; k < high; ++k) {
            const Cell diagonal = static_cast<Cell>(below[k + 1] - (reference[k] == word));
            const Cell deletion = static_cast<Cell>(below[k] + 1);
            row[k] = std::min(diagonal, deletion);
        }
        Cell best = row[high] = kInfinity<Cell>;
        for (std::int64_t j = high - 1; j >= low; --j) row[j] = best = std::min(best, row[j]);
        // The cells to the left that row i - 1 needs; no row needs those of the first row.
        for (std::int64_t j = band->low(i > 0 ? i - 1 : 0); j < low; ++j) row[j] = kInfinity<Cell>;
    }

    // The distance of a path through row i, forward and backward part given.
    Cell join(std::int64_t i, const Cell* above, const Cell* below) const {
        Cell best = kInfinity<Cell>;
        for (std::int64_t j = band->low(i); j < band->high(i); ++j) {
            best = std::min(best, static_cast<Cell>(above[j] + below[j]));
        }
        return best;
    }
};

// Operations of a best path, preferring match or substitution, then deletion, then insertion.
template <typename Cell>
void trace(Rows<Cell>& table, const Cell* output, const Cell* reference, std::int64_t i,
           std::int64_t j, std::vector<char>& operations) {
    operations.clear();
    while (i > 0 || j > 0) {
        if (i == 0) {
            operations.push_back(kInsert);
            --j;
        } else if (j == 0) {
            operations.push_back(kDelete);
            --i;
        } else {
            const Cell here = table.row(i)[j];
            const Cell* above = table.row(i - 1);
            const bool equal = output[i - 1] == reference[j - 1];
            if (here == above[j - 1] - equal) {
                operations.push_back(equal ? kMatch : kSubstitute);
                --i, --j;
            } else if (here == above[j] + 1) {
                operations.push_back(kDelete);
                --i;
            } else {
                operations.push_back(kInsert);
                --j;
            }
        }
    }
    std::reverse(operations.begin(), operations.end());
}

}  // namespace tertium
