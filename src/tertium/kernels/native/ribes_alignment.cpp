#include "ribes_alignment.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "hash_table.hpp"
#include "zeros.hpp"

namespace tertium {
namespace {

using Numbers = std::vector<std::int32_t>;

constexpr std::int32_t kNone = -1;

std::int32_t at(const Numbers& numbers, std::int32_t index) {
    return numbers[static_cast<std::size_t>(index)];
}

// By definition: all places of a word, narrowed at each step to those where one more word to the
// left or right is equal. Fast for all texts without long repetitions.
class Windows {
  public:
    explicit Windows(std::int32_t alphabet) : last_(alphabet) {}

    // Whether it was fast enough; if not, the result is invalid.
    bool operator()(Span output, Span reference, Numbers& found) {
        read(output, reference);
        patience_ = kPatience * (output.size() + reference.size());
        found.resize(text_.size());
        std::size_t size = 0;
        for (std::int32_t place = 1; place < middle_ && patience_ > 0; ++place) {
            std::int32_t other = last_[at(text_, place)];
            const bool once = (at(before_, place) == 0) & (at(before_, other) == place);
            if ((other > middle_) & !once) other = by_context(place);
            // Written unconditionally, because a branch would be mispredicted.
            found[size] = other - middle_ - 1;
            size += other > middle_;
        }
        found.resize(size);
        for (const std::int32_t word : output) last_[word] = 0;
        for (const std::int32_t word : reference) last_[word] = 0;
        return patience_ > 0;
    }

  private:
    // Places looked at, for each word.
    static constexpr std::int64_t kPatience = 16;

    struct Side {
        std::int32_t step;
        Numbers others;  // from the last to the first
    };

    void read(Span output, Span reference) {
        text_.clear();
        before_.clear();
        end();
        append(output);
        middle_ = static_cast<std::int32_t>(text_.size());
        end();
        append(reference);
        end();
    }

    void append(Span text) {
        for (const std::int32_t word : text) {
            before_.push_back(last_[word]);
            last_[word] = static_cast<std::int32_t>(text_.size());
            text_.push_back(word);
        }
    }

    void end() {
        before_.push_back(0);
        text_.push_back(kNone);
    }

    // Place in the reference of the word at a place in the output, 0 if it is not aligned.
    std::int32_t by_context(std::int32_t place) {
        auto& [left, right] = sides_;
        left.others.clear();
        for (std::int32_t other = last_[at(text_, place)]; other > 0; other = at(before_, other)) {
            if (other != place) left.others.push_back(other);
        }
        right.others = left.others;
        bool more = true;
        for (std::int32_t window = 1; more && patience_ > 0; ++window) {
            more = false;
            for (auto& [step, others] : sides_) {
                const std::int32_t offset = step * window;
                if (place + offset < 1 || place + offset >= middle_) continue;
                patience_ -= static_cast<std::int64_t>(others.size()) + 1;
                keep(others, offset, at(text_, place + offset));
                if (others.empty() || others.front() < middle_) continue;
                if (others.size() == 1) return others.front();
                more = true;
            }
        }
        return 0;
    }

    // Keeps the places from which the text has the word so far off. A place that is looked at is at
    // most so far from the end of its text: there is no word, and there it is dropped.
    void keep(Numbers& places, std::int32_t offset, std::int32_t word) const {
        const auto differs = [this, offset, word](std::int32_t place) {
            return at(text_, place + offset) != word;
        };
        places.erase(std::remove_if(places.begin(), places.end(), differs), places.end());
    }

    // Output and reference, with kNone before, between and after them; for each place the one before
    // that has the same word, and for each word its last place, else 0.
    Numbers text_, before_;
    Zeros last_;
    std::int32_t middle_ = 0;
    Side sides_[2] = {{-1, {}}, {1, {}}};
    std::int64_t patience_ = 0;
};

// The shortest n-gram that aligns a word, and the position of the word in the reference.
struct Context {
    std::int32_t length = INT32_MAX, position = kNone;
};

// For all words of an output at once the n-grams that end with them, by a suffix automaton (Blumer et
// al. 1985) of output, separator and reference. Its states are the classes of n-grams that end at
// the same places; the link of a state leads to the longest ones that end at more places. Time and
// memory grow with the length of the texts, however they repeat themselves.
class Endings {
  public:
    explicit Endings(std::int32_t alphabet) : separator_(alphabet) {}

    // Texts are read from right to left for the n-grams that begin with a word; positions are those
    // in the order of reading.
    void operator()(Span output, Span reference, bool backwards, std::vector<Context>& contexts) {
        states_.assign(1, State());
        edges_.reset(separator_ + std::int64_t{1}, 3 * (output.size() + reference.size() + 1));
        targets_.clear();
        siblings_.clear();
        ends_.clear();
        last_ = kRoot;
        const auto word = [backwards](Span text, std::int64_t i) {
            return text[backwards ? text.size() - 1 - i : i];
        };
        for (std::int64_t i = 0; i < output.size(); ++i) {
            extend(word(output, i));
            state(last_).outputs = 1;
            ends_.push_back(last_);
        }
        extend(separator_);
        for (std::int64_t i = 0; i < reference.size(); ++i) {
            extend(word(reference, i));
            state(last_).references = 1;
            state(last_).position = static_cast<std::int32_t>(i);
        }
        settle();
        contexts.clear();
        for (const std::int32_t end : ends_) contexts.push_back(context(end));
    }

  private:
    static constexpr std::int32_t kRoot = 0;

    struct State {
        std::int32_t length = 0;                   // of its longest n-gram
        std::int32_t link = kNone;
        std::int32_t edges = kUnknown;             // the last of its edges
        std::int32_t outputs = 0, references = 0;  // number of places
        std::int32_t position = kNone;             // a place in the reference
        std::int32_t settled = kRoot;  // state of its shortest n-grams with one place at most in both
    };

    State& state(std::int32_t number) { return states_[static_cast<std::size_t>(number)]; }

    std::int32_t& target(std::int32_t edge) { return targets_[static_cast<std::size_t>(edge - 1)]; }

    std::int32_t add(std::int32_t length) {
        states_.emplace_back();
        states_.back().length = length;
        return static_cast<std::int32_t>(states_.size()) - 1;
    }

    void connect(std::int32_t from, std::int32_t word, std::int32_t to) {
        targets_.push_back(to);
        siblings_.push_back(state(from).edges);
        state(from).edges = edges_.find_or_add(from, word);
    }

    void extend(std::int32_t word) {
        std::int32_t from = last_;
        last_ = add(state(from).length + 1);
        for (; from != kNone && edges_.find(from, word) == kUnknown; from = state(from).link) {
            connect(from, word, last_);
        }
        const std::int32_t link = from == kNone ? kRoot : parted(from, word);
        state(last_).link = link;
    }

    // State of the n-grams of `from` with the word appended. Longer ones that were in the same class
    // end at fewer places now.
    std::int32_t parted(std::int32_t from, std::int32_t word) {
        const std::int32_t longer = target(edges_.find(from, word));
        const std::int32_t length = state(from).length + 1;
        if (state(longer).length == length) return longer;
        const std::int32_t shorter = add(length);
        for (std::int32_t edge = state(longer).edges; edge != kUnknown;
             edge = at(siblings_, edge - 1)) {
            connect(shorter, edges_.token(edge), target(edge));
        }
        for (; from != kNone; from = state(from).link) {
            std::int32_t& to = target(edges_.find(from, word));
            if (to != longer) break;
            to = shorter;
        }
        state(shorter).link = state(longer).link;
        state(longer).link = shorter;
        return shorter;
    }

    // Places of an n-gram are places of all shorter ones that it ends with; and where one of these
    // has at most one place in either text, so has the n-gram.
    void settle() {
        order_.resize(states_.size());
        std::iota(order_.begin(), order_.end(), kRoot);
        std::sort(order_.begin(), order_.end(), [this](std::int32_t one, std::int32_t other) {
            return state(one).length < state(other).length;
        });
        for (std::size_t i = order_.size() - 1; i > 0; --i) {
            const State& from = state(order_[i]);
            State& to = state(from.link);
            to.outputs += from.outputs;
            to.references += from.references;
            to.position = std::max(to.position, from.position);
        }
        for (std::size_t i = 1; i < order_.size(); ++i) {
            State& here = state(order_[i]);
            here.settled = state(here.link).settled;
            if (here.settled == kRoot && here.outputs <= 1 && here.references <= 1) {
                here.settled = order_[i];
            }
        }
    }

    Context context(std::int32_t end) {
        const State& told = state(state(end).settled);
        if (state(end).settled == kRoot || told.references == 0) return {};
        return {state(told.link).length + 1, told.position};
    }

    std::int32_t separator_, last_ = kRoot;
    std::vector<State> states_;
    HashTable edges_;             // (state, word)
    Numbers targets_, siblings_;  // of each edge; the edge before it of the same state
    Numbers ends_, order_;
};

}  // namespace

struct RibesAlignment::Scratch {
    explicit Scratch(std::int32_t alphabet) : windows(alphabet), endings(alphabet) {}
    Windows windows;
    Endings endings;
    std::vector<Context> left, right;
    Numbers found;
};

RibesAlignment::RibesAlignment(std::int32_t alphabet) : scratch_(new Scratch(alphabet)) {}

RibesAlignment::~RibesAlignment() = default;

const std::vector<std::int32_t>& RibesAlignment::operator()(Span output, Span reference) {
    auto& [windows, endings, left, right, found] = *scratch_;
    found.clear();
    if (windows(output, reference, found)) return found;
    endings(output, reference, false, left);
    endings(output, reference, true, right);
    std::reverse(right.begin(), right.end());
    found.clear();
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i].position == kNone && right[i].position == kNone) continue;
        const bool ends = left[i].length <= right[i].length;
        const std::int32_t last = static_cast<std::int32_t>(reference.size()) - 1;
        found.push_back(ends ? left[i].position : last - right[i].position);
    }
    return found;
}

}  // namespace tertium
