#include "concordance.hpp"

#include <algorithm>
#include <vector>

namespace tertium {

namespace {

// Places of a node, and which of its prefixes count what is at a place.
constexpr int kBits = 4, kPlaces = 1 << kBits;

struct Steps {
    alignas(64) std::int32_t above[kPlaces][kPlaces];
    Steps() {
        for (int at = 0; at < kPlaces; ++at) {
            for (int place = 0; place < kPlaces; ++place) above[at][place] = place > at;
        }
    }
};
const Steps kSteps;

// How many ranks are below a given one. Nodes of 16 places keep prefix sums, which take a few
// vector operations to update and a single load to read.
template <int kLevels>
class Tally {
  public:
    explicit Tally(std::int32_t classes) : equal_(classes) {
        for (int level = 0; level < kLevels; ++level) {
            const std::int64_t nodes = (static_cast<std::int64_t>(classes) >> (kBits * (level + 1))) + 1;
            levels_[level].resize(nodes * kPlaces);
        }
    }

    void clear() {
        std::fill(equal_.begin(), equal_.end(), 0);
        for (auto& level : levels_) std::fill(level.begin(), level.end(), 0);
    }

    void add(std::int32_t rank) {
        ++equal_[rank];
        for (int level = 0; level < kLevels; ++level) {
            const std::int32_t at = rank >> (kBits * level);
            std::int32_t* node = levels_[level].data() + (at & ~(kPlaces - 1));
            const std::int32_t* step = kSteps.above[at & (kPlaces - 1)];
            for (int place = 0; place < kPlaces; ++place) node[place] += step[place];
        }
    }

    std::int64_t below(std::int32_t rank) const {
        std::int64_t sum = 0;
        for (int level = 0; level < kLevels; ++level) sum += levels_[level][rank >> (kBits * level)];
        return sum;
    }

    std::int64_t equal(std::int32_t rank) const { return equal_[rank]; }

  private:
    std::vector<std::int32_t> equal_;
    std::vector<std::int32_t> levels_[kLevels];
};

// Values of a side in ascending order, with the ranks of their cells.
struct Side {
    std::vector<double> values;
    std::vector<std::int32_t> ranks;
    std::int64_t size = 0;

    explicit Side(std::int64_t most) : values(most), ranks(most) {}
};

template <int kLevels>
void count(const Side& side, double epsilon, Tally<kLevels>& tally, double* row) {
    tally.clear();
    std::int64_t taken = 0, reached = 0, less = 0, equal = 0;
    for (std::int64_t i = 0; i < side.size; ++i) {
        while (side.values[i] - side.values[taken] > epsilon) tally.add(side.ranks[taken++]);
        reached += taken;
        less += tally.below(side.ranks[i]);
        equal += tally.equal(side.ranks[i]);
    }
    row[0] = static_cast<double>(reached);
    row[1] = static_cast<double>(less);
    row[2] = static_cast<double>(equal);
}

template <int kLevels>
void count_all(const Ascending& scores, double epsilon, const Ranked& other,
               const unsigned char* masks, std::int64_t replicates, double* rows) {
    Tally<kLevels> tally(other.classes);
    // One place more: a value is written to both sides, and stays on one.
    Side sides[2] = {Side(scores.size + 1), Side(scores.size + 1)};
    for (std::int64_t replicate = 0; replicate < replicates; ++replicate) {
        const unsigned char* mask = masks + replicate * other.size;
        std::int64_t sizes[2] = {0, 0};
        for (std::int64_t i = 0; i < scores.size; ++i) {
            const std::int32_t cell = scores.cells[i];
            const int to = (scores.sides[i] ^ mask[cell]) & 1;
            for (int side = 0; side < 2; ++side) {
                sides[side].values[sizes[side]] = scores.values[i];
                sides[side].ranks[sizes[side]] = other.ranks[cell];
            }
            sizes[0] += 1 - to;
            sizes[1] += to;
        }
        double* row = rows + replicate * kConcordanceColumns;
        for (int side = 0; side < 2; ++side) {
            sides[side].size = sizes[side];
            count(sides[side], epsilon, tally, row + 3 * side);
        }
    }
}

}  // namespace

void concordance(const Ascending& scores, double epsilon, const Ranked& other,
                 const unsigned char* masks, std::int64_t replicates, double* rows) {
    const std::int64_t classes = other.classes;
    if (classes <= 1 << 4) return count_all<1>(scores, epsilon, other, masks, replicates, rows);
    if (classes <= 1 << 8) return count_all<2>(scores, epsilon, other, masks, replicates, rows);
    if (classes <= 1 << 12) return count_all<3>(scores, epsilon, other, masks, replicates, rows);
    if (classes <= 1 << 16) return count_all<4>(scores, epsilon, other, masks, replicates, rows);
    count_all<8>(scores, epsilon, other, masks, replicates, rows);
}

}  // namespace tertium
