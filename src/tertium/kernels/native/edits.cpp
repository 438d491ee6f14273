#include "edits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>

#include "pause.hpp"
#include "zeros.hpp"

namespace tertium {
namespace {

// TERCOM's limits, which sacreBLEU shares.
constexpr std::int64_t kMaxShiftSize = 10;
constexpr std::int64_t kMaxShiftDistance = 50;

// sacreBLEU's limit on the number of candidates, and its beam around the diagonal.
constexpr std::int64_t kMaxCandidates = 1000;
constexpr std::int64_t kBeamWidth = 25;

// TERCOM's beam: how much more than the best of its row a cell may cost. A distance that is no
// greater is found in spite of it.
constexpr int kBeamCost = 20;

// Largest table that is filled for TERCOM, whose beam bounds neither time nor memory.
constexpr std::int64_t kTercomCells = 1 << 24;

// How far apart rows are whose cells are compared with those of other shifts.
constexpr std::int64_t kCheckpoint = 8;

// Two-byte cells let the compiler treat eight at a time; longer texts take four bytes.
constexpr std::int64_t kShortText = 8000;

// Largest table that is worth filling for a better bound.
constexpr std::int64_t kPlainCells = 1 << 20;

template <typename Cell>
constexpr Cell kInfinity = std::numeric_limits<Cell>::max() / 2;

// The part of each row of the distance table that is looked at: row i holds [low(i), high(i)).
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
        // Of the first row only what the second one looks at.
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

    // A row is stored with what its neighbours look at beyond its own ends.
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
    // Room for the rows from `from` on, up to `to`; what the rows hold is kept.
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

// What stands for the cells of a row.
struct Fingerprint {
    std::uint64_t one, other;

    void add(std::uint64_t value) {
        one = (one ^ value) * 0x9e3779b97f4a7c15u;
        one ^= one >> 29;
        other = (other + value) * 0xd6e8feb86659fd93u;
        other ^= other >> 32;
    }
    bool operator==(const Fingerprint& with) const {
        return one == with.one && other == with.other;
    }
};

struct FingerprintHash {
    std::size_t operator()(const Fingerprint& of) const { return static_cast<std::size_t>(of.one); }
};

// The first and the last cell of a row that a beam leaves.
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
        // What row i - 1 looks at to the left; the first row has nobody to look at it.
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

// Words numbered by their occurrence in the reference, and where each occurs there.
class Numbering {
  public:
    explicit Numbering(std::int32_t alphabet) : number_(alphabet) {}

    template <typename Cell>
    void operator()(Span output, Span reference, std::vector<Cell>& words, std::vector<Cell>& refs) {
        const std::size_t columns = static_cast<std::size_t>(reference.size());
        refs.resize(columns + 1);
        words.resize(static_cast<std::size_t>(output.size()));
        head_.clear();
        count_.clear();
        next_.assign(columns, -1);
        // From the right, so that the occurrences of a word are chained from left to right.
        for (std::size_t j = columns; j-- > 0;) {
            std::int32_t& number = number_[reference[static_cast<std::int64_t>(j)]];
            if (number == 0) {
                head_.push_back(-1);
                count_.push_back(0);
                number = static_cast<std::int32_t>(head_.size());
            }
            const std::size_t at = static_cast<std::size_t>(number - 1);
            next_[j] = head_[at];
            head_[at] = static_cast<std::int32_t>(j);
            ++count_[at];
            refs[j] = static_cast<Cell>(number - 1);
        }
        refs[columns] = -2;
        shared_ = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::int32_t number = number_[output[static_cast<std::int64_t>(i)]] - 1;
            words[i] = static_cast<Cell>(number);
            if (number >= 0 && count_[static_cast<std::size_t>(number)]-- > 0) ++shared_;
        }
        for (const std::int32_t id : reference) number_[id] = 0;
    }

    // How many words output and reference share, order aside.
    std::int64_t shared() const { return shared_; }

    // For each number where the word first occurs in the reference.
    const std::vector<std::int32_t>& first() const { return head_; }

    // Where the word at `position` of the reference occurs next, -1 if nowhere.
    std::int32_t next(std::int64_t position) const {
        return next_[static_cast<std::size_t>(position)];
    }

  private:
    Zeros number_;
    std::vector<std::int32_t> head_, next_, count_;
    std::int64_t shared_ = 0;
};

struct Candidate {
    std::int64_t start, target;
    bool operator<(const Candidate& other) const {
        return start != other.start ? start < other.start : target < other.target;
    }
    bool operator==(const Candidate& other) const {
        return start == other.start && target == other.target;
    }
};

// Greedy search for shifts, then the edit distance (Snover et al. 2006, Algorithm 1), with the
// limits and the tie-breaking of sacreBLEU's lib_ter or of TERCOM's TERcalc.
template <typename Cell>
class ShiftSearch {
  public:
    explicit ShiftSearch(bool tercom) : tercom_(tercom) {}

    std::int64_t operator()(Span output, Span reference, Numbering& numbering, Script* script) {
        rows_ = output.size();
        columns_ = reference.size();
        numbering(output, reference, words_, reference_);
        if (script) *script = {};
        if (rows_ == 0 || columns_ == 0) {
            if (script) {
                script->operations.assign(static_cast<std::size_t>(std::max(rows_, columns_)),
                                          rows_ == 0 ? kInsert : kDelete);
            }
            return std::max(rows_, columns_);
        }
        // Shifts cannot bring the distance below what a bag of words would have.
        const std::int64_t floor = std::max(rows_, columns_) - numbering.shared();
        if (tercom_) {
            if (rows_ * columns_ > kTercomCells) throw std::bad_alloc();
            band_.whole(rows_, columns_);
            live_.assign(static_cast<std::size_t>(rows_) + 1, {0, columns_});
        } else {
            band_.beam(rows_, columns_);
        }
        recurrence_ = {&band_, reference_.data()};
        forward_.reserve(band_, 0, rows_);
        recurrence_.first(forward_.row(0));
        fill_forward(0);

        std::int64_t shifts = 0, checked = 0;
        while (distance() > floor) {
            trace(forward_, words_.data(), reference_.data(), rows_, columns_, operations_);
            align();
            // Past the limit sacreBLEU stops without applying the shift just found, so that none
            // need be evaluated.
            if (!collect(numbering, checked)) break;
            const Shift best = evaluate(distance() - floor);
            if (best.length == 0) break;
            ++shifts;
            apply(best);
            if (script) script->shifts.push_back(best);
        }
        if (script) {
            trace(forward_, words_.data(), reference_.data(), rows_, columns_,
                  script->operations);
        }
        return shifts + distance();
    }

  private:
    std::int64_t distance() { return forward_.row(rows_)[columns_] + columns_; }

    void fill_forward(std::int64_t from) {
        pause_.after((rows_ - from) * band_.stride());
        for (std::int64_t i = from + 1; i <= rows_; ++i) {
            Cell* row = forward_.row(i);
            if (!tercom_) {
                recurrence_.forward(i, word(i - 1), forward_.row(i - 1), row);
                continue;
            }
            Live live = live_[static_cast<std::size_t>(i - 1)];
            recurrence_.forward_in_beam(i, word(i - 1), forward_.row(i - 1), row, live);
            std::fill(row - 1, row + live.first, kInfinity<Cell>);
            std::fill(row + live.last + 1, row + columns_ + 1, kInfinity<Cell>);
            live_[static_cast<std::size_t>(i)] = live;
        }
    }

    void fill_backward() {
        pause_.after(rows_ * band_.stride());
        backward_.reserve(band_, 0, rows_);
        recurrence_.last(backward_.row(rows_));
        for (std::int64_t i = rows_ - 1; i >= 0; --i) {
            recurrence_.backward(i, word(i), backward_.row(i + 1), backward_.row(i));
        }
    }

    // The distance without the beam; for long texts a number that it does not go below.
    std::int64_t plain_distance() {
        if (distance() <= band_.reach()) return distance();
        if (rows_ * columns_ > kPlainCells) return band_.reach();
        whole_.whole(rows_, columns_);
        const Recurrence<Cell> recurrence{&whole_, reference_.data()};
        pause_.after(rows_ * columns_);
        plain_.reserve(whole_, 0, rows_);
        recurrence.first(plain_.row(0));
        for (std::int64_t i = 1; i <= rows_; ++i) {
            recurrence.forward(i, word(i - 1), plain_.row(i - 1), plain_.row(i));
        }
        return plain_.row(rows_)[columns_] + columns_;
    }

    Cell word(std::int64_t i) const { return words_[static_cast<std::size_t>(i)]; }

    // Where each word of the reference is aligned, and how many errors precede each position.
    void align() {
        aligned_.clear();
        output_errors_.assign(1, 0);
        reference_errors_.assign(1, 0);
        std::int64_t at = -1;
        for (const char operation : operations_) {
            const int error = operation != kMatch;
            if (operation != kInsert) {
                ++at;
                output_errors_.push_back(output_errors_.back() + error);
            }
            if (operation != kDelete) {
                aligned_.push_back(at);
                reference_errors_.push_back(reference_errors_.back() + error);
            }
        }
    }

    static bool clean(const std::vector<std::int64_t>& errors, std::int64_t from, std::int64_t size) {
        return errors[static_cast<std::size_t>(from)] ==
               errors[static_cast<std::size_t>(from + size)];
    }

    // Gathers all shifts worth trying, by length; false when there are too many.
    bool collect(const Numbering& numbering, std::int64_t& checked) {
        for (auto& candidates : candidates_) candidates.clear();
        near_ = numbering.first();
        for (std::int64_t start = 0; start < rows_; ++start) {
            if (word(start) < 0) continue;
            // What lies too far to the left of one word does so of all that follow it.
            std::int32_t& near = near_[static_cast<std::size_t>(word(start))];
            while (near >= 0 && place(near) < start - kMaxShiftDistance) {
                near = numbering.next(near);
            }
            for (std::int64_t at = near; at >= 0 && place(at) <= start + kMaxShiftDistance;
                 at = numbering.next(at)) {
                const std::int64_t longest =
                    std::min({kMaxShiftSize, rows_ - start, columns_ - at});
                for (std::int64_t size = 1; size <= longest; ++size) {
                    if (word(start + size - 1) !=
                        reference_[static_cast<std::size_t>(at + size - 1)]) {
                        break;
                    }
                    if (clean(output_errors_, start, size) || clean(reference_errors_, at, size)) {
                        continue;
                    }
                    const std::int64_t home = aligned_[static_cast<std::size_t>(at)];
                    if (start <= home && home < start + size) continue;
                    add_targets(start, at, size, checked);
                    if (!tercom_ && checked >= kMaxCandidates) return false;
                }
            }
        }
        return true;
    }

    // What the distance of a shift is measured to: sacreBLEU takes the position in the reference,
    // TERCOM the word of the output aligned with it.
    std::int64_t place(std::int64_t at) const {
        return tercom_ ? aligned_[static_cast<std::size_t>(at)] : at;
    }

    void add_targets(std::int64_t start, std::int64_t at, std::int64_t size, std::int64_t& checked) {
        std::int64_t previous = -1;
        for (std::int64_t position = at - 1; position < at + size; ++position) {
            const std::int64_t target =
                position < 0 ? 0 : aligned_[static_cast<std::size_t>(position)] + 1;
            if (target == previous) continue;
            previous = target;
            ++checked;
            candidates_[static_cast<std::size_t>(size)].push_back({start, target});
        }
    }

    // The shift that saves most edits; of equals the longest, then the first by start and target.
    // Looked at in that order, so that a later one must be strictly better. Moving `size` words
    // saves at most 2 * size edits, and those that the beam counted too many; TERCOM stops at one
    // more than 2 * size without regard to these.
    Shift evaluate(std::int64_t most) {
        Shift best{0, 0, 0};
        std::int64_t gain = 0;
        bool ready = false;
        const std::int64_t surplus = tercom_ ? distance() > kBeamCost : distance() - plain_distance();
        for (std::int64_t size = kMaxShiftSize; size > 0; --size) {
            auto& candidates = candidates_[static_cast<std::size_t>(size)];
            const std::int64_t bound = std::min(most, 2 * size + surplus);
            if (gain >= bound) break;
            if (candidates.empty()) continue;
            if (!ready) fill_backward();
            if (!ready && tercom_) know_present();
            ready = true;
            std::sort(candidates.begin(), candidates.end());
            candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
            std::int64_t start = -1;
            for (const Candidate& candidate : candidates) {
                if (candidate.start != start) lift(start = candidate.start, size);
                const std::int64_t target = destination(candidate, size);
                std::int64_t saved = distance() - shifted_distance(start, size, target);
                if (saved <= gain) continue;
                const Shift shift{static_cast<std::int32_t>(start), static_cast<std::int32_t>(size),
                                  static_cast<std::int32_t>(target)};
                if (tercom_ && distance() - saved > kBeamCost) {
                    saved = distance() - pruned_distance(shift);
                }
                if (saved <= gain) continue;
                gain = saved;
                best = shift;
                if (gain >= bound) return best;
            }
        }
        return best;
    }

    // Where the moved words begin in the shifted output. A target within the words themselves
    // means that many words further right, one fewer in TERCOM.
    std::int64_t destination(const Candidate& candidate, std::int64_t size) const {
        if (candidate.target <= candidate.start) return candidate.target;
        if (candidate.target > candidate.start + size) return candidate.target - size;
        return std::min(candidate.target - tercom_, rows_ - size);
    }

    // From now on `size` words from `start` are the ones to be moved: the rows of the table for
    // the output without them are shared by all targets.
    void lift(std::int64_t start, std::int64_t size) {
        right_end_ = start;
        left_end_ = start + size;
    }

    // The distance after a shift. TERCOM's beam is applied only up to where the output changes, so
    // that for it this is a number that the distance does not go below.
    Cell shifted_distance(std::int64_t start, std::int64_t size, std::int64_t target) {
        if (target == start) return static_cast<Cell>(distance());
        const Cell* above;
        const Cell* below;
        if (target < start) {
            above = forward_.row(target);
            below = without_left(start, size, target + size);
        } else {
            above = without_right(start, size, target);
            below = backward_.row(target + size);
        }
        pause_.after(size * band_.stride());
        block_.reserve(band_, target + 1, target + size);
        for (std::int64_t k = 0; k < size; ++k) {
            Cell* row = block_.row(target + k + 1);
            recurrence_.forward(target + k + 1, word(start + k), above, row);
            above = row;
        }
        return recurrence_.join(target + size, above, below);
    }

    // The distance after a shift within TERCOM's beam, which depends on all that precedes a row. Behind
    // the words that change places, rows whose cells differ by a constant lead to distances that do:
    // what one shift came to there is known for the next.
    std::int64_t pruned_distance(const Shift& shift) {
        move(shift);
        const std::int64_t from = std::min(shift.start, shift.target);
        const std::int64_t to = std::max(shift.start, shift.target) + shift.length;
        beam_.reserve(band_, 0, 1);
        passed_.clear();
        const Cell* above = forward_.row(from);
        Live live = live_[static_cast<std::size_t>(from)];
        std::int64_t result = 0;
        for (std::int64_t i = from + 1; i <= rows_; ++i) {
            pause_.after(live.last - live.first + 1);
            Cell* row = beam_.row(i % 2);
            recurrence_.forward_in_beam(i, word(i - 1), above, row, live);
            above = row;
            result = row[columns_] + columns_;
            if (i < to || i == rows_ || i % kCheckpoint != 0) continue;
            const Fingerprint cells = fingerprint(i, row, live);
            const auto known = rest_.find(cells);
            if (known != rest_.end()) {
                result = row[live.first] + known->second;
                break;
            }
            passed_.push_back({cells, row[live.first]});
        }
        for (const auto& [cells, first] : passed_) rest_[cells] = result - first;
        move({shift.target, shift.length, shift.start});
        return result;
    }

    // What the rows of the present output lead to.
    void know_present() {
        rest_.clear();
        for (std::int64_t i = kCheckpoint; i < rows_; i += kCheckpoint) {
            const Live& live = live_[static_cast<std::size_t>(i)];
            const Cell* row = forward_.row(i);
            rest_[fingerprint(i, row, live)] = distance() - row[live.first];
        }
    }

    // Equal for rows whose cells differ by a constant. With 128 bits no two others ever meet.
    static Fingerprint fingerprint(std::int64_t i, const Cell* row, const Live& live) {
        Fingerprint found{static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(live.last)};
        found.add(static_cast<std::uint64_t>(live.first));
        for (std::int64_t j = live.first; j <= live.last; ++j) {
            const bool dropped = row[j] == kInfinity<Cell>;
            found.add(static_cast<std::uint64_t>(dropped ? kInfinity<Cell> : row[j] - row[live.first]));
        }
        return found;
    }

    // Forward row `i` of the output whose words from `start` on are left out.
    const Cell* without_right(std::int64_t start, std::int64_t size, std::int64_t i) {
        right_.reserve(band_, start, i);
        for (; right_end_ < i; ++right_end_) {
            pause_.after(band_.stride());
            const Cell* above =
                right_end_ == start ? forward_.row(start) : right_.row(right_end_);
            recurrence_.forward(right_end_ + 1, word(right_end_ + size), above,
                                right_.row(right_end_ + 1));
        }
        return right_.row(i);
    }

    // Backward row `i` of the output whose words before `start` + `size` are left out.
    const Cell* without_left(std::int64_t start, std::int64_t size, std::int64_t i) {
        // Targets come in ascending order, so the first one reaches farthest.
        if (left_end_ == start + size) left_.reserve(band_, i, start + size);
        for (; left_end_ > i; --left_end_) {
            pause_.after(band_.stride());
            const Cell* below =
                left_end_ == start + size ? backward_.row(left_end_) : left_.row(left_end_);
            recurrence_.backward(left_end_ - 1, word(left_end_ - 1 - size), below,
                                 left_.row(left_end_ - 1));
        }
        return left_.row(i);
    }

    void apply(const Shift& shift) {
        move(shift);
        fill_forward(std::min(shift.start, shift.target));
    }

    void move(const Shift& shift) {
        const auto begin = words_.begin() + shift.start;
        if (shift.target < shift.start) {
            std::rotate(words_.begin() + shift.target, begin, begin + shift.length);
        } else {
            std::rotate(begin, begin + shift.length,
                        words_.begin() + shift.target + shift.length);
        }
    }

    const bool tercom_;
    std::int64_t rows_ = 0, columns_ = 0;
    std::int64_t right_end_ = 0, left_end_ = 0;
    std::vector<Cell> words_, reference_;
    std::vector<char> operations_;
    std::vector<std::int32_t> near_;
    std::vector<std::int64_t> aligned_, output_errors_, reference_errors_;
    std::array<std::vector<Candidate>, kMaxShiftSize + 1> candidates_;
    Band band_, whole_;
    Recurrence<Cell> recurrence_{};
    Rows<Cell> forward_, backward_, right_, left_, block_, plain_, beam_;
    std::unordered_map<Fingerprint, std::int64_t, FingerprintHash> rest_;  // of the distance
    std::vector<std::pair<Fingerprint, std::int64_t>> passed_;
    std::vector<Live> live_;  // of each row of the forward table, within TERCOM's beam
    Pause pause_;
};

}  // namespace

struct TranslationEdits::Scratch {
    Scratch(std::int32_t alphabet, bool tercom)
        : numbering(alphabet), small(tercom), large(tercom) {}
    Numbering numbering;
    ShiftSearch<std::int16_t> small;
    ShiftSearch<std::int32_t> large;
};

TranslationEdits::TranslationEdits(std::int32_t alphabet, bool tercom)
    : scratch_(new Scratch(alphabet, tercom)) {}

TranslationEdits::~TranslationEdits() = default;

std::int64_t TranslationEdits::operator()(Span output, Span reference, Script* script) {
    if (output.size() + reference.size() < kShortText) {
        return scratch_->small(output, reference, scratch_->numbering, script);
    }
    return scratch_->large(output, reference, scratch_->numbering, script);
}

void edit_script(Span output, Span reference, Script& script) {
    Band band;
    band.whole(output.size(), reference.size());
    std::vector<std::int32_t> words(reference.begin(), reference.end());
    words.push_back(-1);
    const Recurrence<std::int32_t> recurrence{&band, words.data()};
    Rows<std::int32_t> table;
    table.reserve(band, 0, output.size());
    recurrence.first(table.row(0));
    for (std::int64_t i = 1; i <= output.size(); ++i) {
        recurrence.forward(i, output[i - 1], table.row(i - 1), table.row(i));
    }
    script = {};
    trace(table, output.begin(), words.data(), output.size(), reference.size(), script.operations);
}

}  // namespace tertium
