#include "ngrams.hpp"

#include <algorithm>
#include <cstddef>

#include "hash_table.hpp"
#include "zeros.hpp"

namespace tertium {
namespace {

using Numbers = std::vector<std::int32_t>;

// The n-grams of the references get numbers from 1, their classes: a HashTable numbers the pairs
// (class of the first n-1 tokens, number of the last token). Where such pairs are few, this table
// does, with one slot for every pair that could be. A slot is empty unless it exceeds `base_`, which
// rises with every reset, so that nothing need be cleared.
class DirectTable {
  public:
    static constexpr std::int64_t kSlots = 1 << 15;

    void reset(std::int64_t prefixes, std::int64_t tokens) {
        tokens_ = static_cast<std::size_t>(tokens);
        base_ += classes_;
        classes_ = 0;
        const std::size_t wanted = static_cast<std::size_t>(prefixes * tokens);
        if (slots_.size() < wanted) slots_.resize(wanted);
        if (base_ > INT32_MAX - kSlots) {
            std::fill(slots_.begin(), slots_.end(), 0);
            base_ = 0;
        }
    }

    std::int32_t find(std::int32_t prefix, std::int32_t token) const {
        return std::max(slots_[slot(prefix, token)] - base_, kUnknown);
    }

    std::int32_t find_or_add(std::int32_t prefix, std::int32_t token) {
        std::int32_t& value = slots_[slot(prefix, token)];
        const bool added = value <= base_;
        classes_ += added;
        value = added ? base_ + classes_ : value;
        return value - base_;
    }

    std::int32_t size() const { return classes_; }

  private:
    std::size_t slot(std::int32_t prefix, std::int32_t token) const {
        return static_cast<std::size_t>(prefix) * tokens_ + static_cast<std::size_t>(token);
    }

    Numbers slots_;
    std::size_t tokens_ = 0;
    std::int32_t base_ = 0, classes_ = 0;
};

// One sequence, as the numbers of its tokens, with the positions where an n-gram still of
// interest begins and the class of that n-gram, for one n after the other.
struct Sequence {
    Numbers tokens, positions, classes;

    void begin() {
        classes = tokens;
        positions.resize(tokens.size());
        for (std::size_t i = 0; i < positions.size(); ++i) {
            positions[i] = static_cast<std::int32_t>(i);
        }
    }

    // Keeps the positions whose class is wanted.
    void keep(const std::vector<char>& wanted) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const std::int32_t cls = classes[i];
            positions[kept] = positions[i];
            classes[kept] = cls;
            kept += wanted[static_cast<std::size_t>(cls)] != 0;
        }
        positions.resize(kept);
        classes.resize(kept);
    }

    // Goes from (n-1)-grams to n-grams: `pair(prefix, token)` gives the class of the longer one;
    // where that is kUnknown the position is dropped.
    template <typename Pair>
    void extend(std::int32_t n, Pair pair) {
        const std::int32_t length = static_cast<std::int32_t>(tokens.size());
        std::size_t live = positions.size();
        while (live > 0 && positions[live - 1] + n > length) --live;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < live; ++i) {
            const std::int32_t at = positions[i];
            const std::int32_t cls = pair(classes[i], tokens[static_cast<std::size_t>(at + n - 1)]);
            positions[kept] = at;
            classes[kept] = cls;
            kept += cls != kUnknown;
        }
        positions.resize(kept);
        classes.resize(kept);
    }
};

// Counts the matches of all outputs of one segment, order by order, so that the n-grams of its
// references are numbered once. No step but the growth of a table branches on the text: half of
// such branches would be mispredicted.
class Counter {
  public:
    explicit Counter(std::int32_t alphabet) : number_(alphabet) {}

    void references(const std::vector<Ragged>& streams, std::int64_t segment) {
        outputs_ = 0;
        reference_.resize(streams.size());
        for (std::size_t i = 0; i < streams.size(); ++i) {
            Numbers& tokens = reference_[i].tokens;
            tokens.clear();
            for (const std::int32_t id : streams[i][segment]) {
                std::int32_t& number = number_[id];
                if (number == kUnknown) {
                    seen_.push_back(id);
                    number = static_cast<std::int32_t>(seen_.size());
                }
                tokens.push_back(number);
            }
        }
    }

    void output(Span ids) {
        if (++outputs_ > output_.size()) output_.emplace_back();
        Numbers& tokens = output_[outputs_ - 1].tokens;
        tokens.resize(static_cast<std::size_t>(ids.size()));
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            tokens[i] = number_[ids[static_cast<std::int64_t>(i)]];
        }
    }

    void count(int order, std::int32_t* matches) {
        // Tokens are numbered from 1; kUnknown, which is 0, stands for all that no reference has.
        const std::int32_t tokens = static_cast<std::int32_t>(seen_.size()) + 1;
        for (const std::int32_t id : seen_) number_[id] = kUnknown;
        seen_.clear();
        std::size_t positions = 0;
        for (Sequence& sequence : reference_) {
            sequence.begin();
            positions += sequence.tokens.size();
        }
        for (std::size_t i = 0; i < outputs_; ++i) output_[i].begin();

        // A token is a 1-gram whose class is its number.
        count_order(1, order, positions, matches, [](Sequence&) {}, [](Sequence&) {});
        std::int64_t classes = tokens;
        for (int n = 2; n <= order; ++n) {
            if (classes * tokens <= DirectTable::kSlots) {
                direct_.reset(classes, tokens);
                classes = count_pairs(n, order, positions, direct_, matches);
            } else {
                hashed_.reset(tokens, static_cast<std::int64_t>(positions));
                classes = count_pairs(n, order, positions, hashed_, matches);
            }
        }
    }

  private:
    template <typename Table>
    std::int64_t count_pairs(int n, int order, std::size_t positions, Table& table,
                             std::int32_t* matches) {
        // An n-gram can match only if its first n-1 tokens did.
        for (Sequence& sequence : reference_) sequence.keep(hit_);
        count_order(
            n, order, positions, matches,
            [n, &table](Sequence& reference) {
                reference.extend(n, [&table](std::int32_t prefix, std::int32_t token) {
                    return table.find_or_add(prefix, token);
                });
            },
            [n, &table](Sequence& output) {
                output.extend(n, [&table](std::int32_t prefix, std::int32_t token) {
                    return table.find(prefix, token);
                });
            });
        return table.size() + 1;
    }

    template <typename Reference, typename Output>
    void count_order(int n, int order, std::size_t positions, std::int32_t* matches,
                     Reference extend_reference, Output extend_output) {
        limit_.assign(positions + 1, 0);
        hit_.assign(positions + 1, 0);
        for (Sequence& sequence : reference_) {
            extend_reference(sequence);
            raise_limits(sequence);
        }
        for (std::size_t i = 0; i < outputs_; ++i) {
            extend_output(output_[i]);
            matches[i * static_cast<std::size_t>(order) + static_cast<std::size_t>(n) - 1] =
                clipped(output_[i], i + 1 < outputs_);
        }
    }

    // How often a class may match: its highest count in one reference.
    void raise_limits(const Sequence& sequence) {
        if (reference_.size() == 1) {
            for (const std::int32_t cls : sequence.classes) ++limit_[static_cast<std::size_t>(cls)];
            return;
        }
        count_.resize(limit_.size());
        for (const std::int32_t cls : sequence.classes) {
            const std::size_t at = static_cast<std::size_t>(cls);
            limit_[at] = std::max(limit_[at], ++count_[at]);
        }
        for (const std::int32_t cls : sequence.classes) count_[static_cast<std::size_t>(cls)] = 0;
    }

    std::int32_t clipped(const Sequence& sequence, bool restore) {
        std::int32_t matched = 0;
        for (const std::int32_t cls : sequence.classes) {
            const std::size_t at = static_cast<std::size_t>(cls);
            matched += limit_[at]-- > 0;
            hit_[at] = 1;
        }
        if (restore) {
            for (const std::int32_t cls : sequence.classes) ++limit_[static_cast<std::size_t>(cls)];
        }
        return matched;
    }

    Zeros number_;
    Numbers seen_, limit_, count_;
    std::vector<char> hit_;
    std::vector<Sequence> reference_, output_;
    std::size_t outputs_ = 0;
    DirectTable direct_;
    HashTable hashed_;
};

}  // namespace

struct NgramMatcher::Scratch {
    Scratch(std::int32_t alphabet, int n) : counter(alphabet), order(n) {}
    Counter counter;
    int order;
    std::vector<std::int32_t> matches;
};

NgramMatcher::NgramMatcher(std::int32_t alphabet, int order)
    : scratch_(new Scratch(alphabet, order)) {}

NgramMatcher::~NgramMatcher() = default;

void NgramMatcher::operator()(const Outputs& outputs, const std::vector<Ragged>& references,
                              const std::function<void(std::int64_t, const std::int32_t*)>& take) {
    Counter& counter = scratch_->counter;
    const std::int64_t order = scratch_->order;
    std::vector<std::int32_t>& matches = scratch_->matches;
    for (std::int64_t first = outputs.begin; first < outputs.end;) {
        const std::int64_t segment = outputs.segments[first];
        counter.references(references, segment);
        std::int64_t last = first;
        for (; last < outputs.end && outputs.segments[last] == segment; ++last) {
            counter.output(outputs.texts[last]);
        }
        matches.resize(static_cast<std::size_t>((last - first) * order));
        counter.count(scratch_->order, matches.data());
        for (std::int64_t i = first; i < last; ++i) take(i, matches.data() + (i - first) * order);
        first = last;
    }
}

}  // namespace tertium
