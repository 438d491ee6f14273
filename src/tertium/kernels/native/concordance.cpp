#include "concordance.hpp"

#include <algorithm>
#include <vector>

namespace tertium {

namespace {

// Places of a node, and the prefix sums that include each place.
constexpr int kBits = 4, kPlaces = 1 << kBits;

template <typename Count>
struct Steps {
    alignas(64) Count above[kPlaces][kPlaces];
    Steps() {
        for (int at = 0; at < kPlaces; ++at) {
            for (int place = 0; place < kPlaces; ++place) above[at][place] = place > at;
        }
    }
};
template <typename Count>
const Steps<Count> kSteps;

// How many ranks are below a given one. Nodes of 16 places keep prefix sums, which take a few
// vector operations to update and a single load to read.
template <typename Count, int kLevels>
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
        add_from<0>(rank);
    }

    std::int64_t below(std::int32_t rank) const { return below_from<0>(rank); }

    std::int64_t equal(std::int32_t rank) const { return equal_[rank]; }

  private:
    // Levels are known at compile time, so there is no loop over them.
    template <int kLevel>
    void add_from(std::int32_t at) {
        Count* node = levels_[kLevel].data() + (at & ~(kPlaces - 1));
        const Count* step = kSteps<Count>.above[at & (kPlaces - 1)];
        // Summed aside: compilers then use vector instructions.
        Count sums[kPlaces];
        for (int place = 0; place < kPlaces; ++place) {
            sums[place] = static_cast<Count>(node[place] + step[place]);
        }
        std::copy(sums, sums + kPlaces, node);
        if constexpr (kLevel + 1 < kLevels) add_from<kLevel + 1>(at >> kBits);
    }

    template <int kLevel>
    std::int64_t below_from(std::int32_t at) const {
        const std::int64_t here = levels_[kLevel][at];
        if constexpr (kLevel + 1 < kLevels) return here + below_from<kLevel + 1>(at >> kBits);
        return here;
    }

    std::vector<Count> equal_;
    std::vector<Count> levels_[kLevels];
};

// Values of a side in ascending order, with the ranks of their cells.
struct Side {
    std::vector<double> values;
    std::vector<std::int32_t> ranks;
    std::int64_t size = 0;

    explicit Side(std::int64_t most) : values(most), ranks(most) {}
};

template <typename Count, int kLevels>
void count(const Side& side, double epsilon, Tally<Count, kLevels>& tally, double* row) {
    tally.clear();
    const double* values = side.values.data();
    const std::int32_t* ranks = side.ranks.data();
    const std::int64_t size = side.size;
    std::int64_t taken = 0, reached = 0, less = 0, equal = 0;
    for (std::int64_t i = 0; i < size; ++i) {
        while (values[i] - values[taken] > epsilon) tally.add(ranks[taken++]);
        reached += taken;
        less += tally.below(ranks[i]);
        equal += tally.equal(ranks[i]);
    }
    row[0] = static_cast<double>(reached);
    row[1] = static_cast<double>(less);
    row[2] = static_cast<double>(equal);
}

template <typename Count, int kLevels>
void count_all(const Ascending& scores, double epsilon, const Ranked& other,
               const unsigned char* masks, std::int64_t replicates, double* rows) {
    Tally<Count, kLevels> tally(other.classes);
    // One more element: a value is written to both sides, and kept on one.
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

template <typename Count>
void choose(const Ascending& scores, double epsilon, const Ranked& other,
            const unsigned char* masks, std::int64_t replicates, double* rows) {
    const auto count = other.classes <= 1 << 4    ? count_all<Count, 1>
                       : other.classes <= 1 << 8  ? count_all<Count, 2>
                       : other.classes <= 1 << 12 ? count_all<Count, 3>
                       : other.classes <= 1 << 16 ? count_all<Count, 4>
                                                  : count_all<Count, 8>;
    count(scores, epsilon, other, masks, replicates, rows);
}

}  // namespace

void concordance(const Ascending& scores, double epsilon, const Ranked& other,
                 const unsigned char* masks, std::int64_t replicates, double* rows) {
    if (scores.size < 1 << 16) {
        choose<std::uint16_t>(scores, epsilon, other, masks, replicates, rows);
    } else {
        choose<std::int32_t>(scores, epsilon, other, masks, replicates, rows);
    }
}

}  // namespace tertium
