// Longer than 400 lines: the search is one class, whose parts share its tables.
#include "ter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "distance_table.hpp"
#include "numbering.hpp"
#include "pause.hpp"

namespace tertium {
namespace {

// TERCOM's limits, which sacreBLEU shares.
constexpr std::int64_t kMaxShiftSize = 10;
constexpr std::int64_t kMaxShiftDistance = 50;

// sacreBLEU's limit of the number of candidates.
constexpr std::int64_t kMaxCandidates = 1000;

// Largest table that is filled for TERCOM, whose beam bounds neither time nor memory.
constexpr std::int64_t kTercomCells = 1 << 24;

// Distance between rows whose cells are compared with those of other shifts.
constexpr std::int64_t kCheckpoint = 8;

// Two-byte cells let the compiler treat eight at a time; longer texts take four bytes.
constexpr std::int64_t kShortText = 8000;

// Largest table that is worth filling for a better bound.
constexpr std::int64_t kPlainCells = 1 << 20;

// Fingerprint of the cells of a row.
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
        // Shifts cannot reduce the distance below that of bags of words.
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

    // The distance without the beam; for long texts a lower bound of it.
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
            // A position too far to the left of one word is so for all following words.
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

    // Target from which the distance of a shift is measured: the position in the reference for
    // sacreBLEU, the aligned word of the output for TERCOM.
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
    // Candidates are evaluated in that order, so a later one must be strictly better. Moving `size`
    // words saves at most 2 * size edits, plus those that the beam counts in excess; TERCOM stops at
    // one more than 2 * size, ignoring the latter.
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

    // The distance after a shift. TERCOM's beam is applied only up to the change of the output, so
    // for TERCOM this is a lower bound.
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

    // The distance after a shift within TERCOM's beam, which depends on all preceding rows. After the
    // moved words, rows whose cells differ by a constant lead to distances that differ by the same
    // constant, so the result of one shift is reused for the next.
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

    // Stores the distances that the rows of the current output lead to.
    void know_present() {
        rest_.clear();
        for (std::int64_t i = kCheckpoint; i < rows_; i += kCheckpoint) {
            const Live& live = live_[static_cast<std::size_t>(i)];
            const Cell* row = forward_.row(i);
            rest_[fingerprint(i, row, live)] = distance() - row[live.first];
        }
    }

    // Equal for rows whose cells differ by a constant. With 128 bits, collisions of other rows do not occur in practice.
    static Fingerprint fingerprint(std::int64_t i, const Cell* row, const Live& live) {
        Fingerprint found{static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(live.last)};
        found.add(static_cast<std::uint64_t>(live.first));
        for (std::int64_t j = live.first; j <= live.last; ++j) {
            const bool dropped = row[j] == kInfinity<Cell>;
            found.add(static_cast<std::uint64_t>(dropped ? kInfinity<Cell> : row[j] - row[live.first]));
        }
        return found;
    }

    // Forward row `i` of the output whose words from `start` on are omitted.
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

    // Backward row `i` of the output whose words before `start` + `size` are omitted.
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

struct TerSearch::Scratch {
    Scratch(std::int32_t alphabet, bool tercom)
        : numbering(alphabet), small(tercom), large(tercom) {}
    Numbering numbering;
    ShiftSearch<std::int16_t> small;
    ShiftSearch<std::int32_t> large;
};

TerSearch::TerSearch(std::int32_t alphabet, bool tercom)
    : scratch_(new Scratch(alphabet, tercom)) {}

TerSearch::~TerSearch() = default;

std::int64_t TerSearch::operator()(Span output, Span reference, Script* script) {
    if (output.size() + reference.size() < kShortText) {
        return scratch_->small(output, reference, scratch_->numbering, script);
    }
    return scratch_->large(output, reference, scratch_->numbering, script);
}

}  // namespace tertium
