#include "meteor_paraphrases.hpp"

#include <algorithm>
#include <numeric>

namespace tertium {

void find_phrases(const Paraphrases& table, Span words, std::vector<Occurrence>& found) {
    const std::int32_t length = static_cast<std::int32_t>(words.size());
    for (std::int32_t start = 0; start < length; ++start) {
        const std::int32_t word = words[start];
        if (word < 0 || word >= table.words) continue;
        // Phrases from `low` to `high` begin with the words seen so far.
        std::int64_t low = table.first[word], high = table.first[word + 1];
        for (std::int32_t size = 1; low < high; ++size) {
            if (table.phrases.size(low) == size) {
                found.push_back({static_cast<std::int32_t>(low), start, size});
            }
            if (start + size == length) break;
            const std::int32_t next = words[start + size];
            const auto bound = [&](auto before) {
                std::int64_t left = low, right = high;
                while (left < right) {
                    const std::int64_t middle = left + (right - left) / 2;
                    const Span phrase = table.phrases[middle];
                    if (phrase.size() <= size || before(phrase[size])) {
                        left = middle + 1;
                    } else {
                        right = middle;
                    }
                }
                return left;
            };
            const std::int64_t from = bound([next](std::int32_t id) { return id < next; });
            high = bound([next](std::int32_t id) { return id <= next; });
            low = from;
        }
    }
}

ParaphraseBuilder::ParaphraseBuilder() : known_(1 << 16, Hash{this}, Equal{this}) {}

std::size_t ParaphraseBuilder::Hash::operator()(std::int32_t phrase) const {
    std::uint64_t hash = 0;
    for (const std::int32_t id : owner->phrase(phrase)) {
        hash = (hash ^ static_cast<std::uint64_t>(id)) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
}

bool ParaphraseBuilder::Equal::operator()(std::int32_t one, std::int32_t other) const {
    const Span a = owner->phrase(one), b = owner->phrase(other);
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

Span ParaphraseBuilder::phrase(std::int32_t number) const {
    const std::size_t at = static_cast<std::size_t>(number);
    return {ids_.data() + offsets_[at], ids_.data() + offsets_[at + 1]};
}

bool ParaphraseBuilder::add(std::string_view text) {
    for (std::size_t end; (end = text.find('\n')) != std::string_view::npos;) {
        rest_.append(text.substr(0, end));
        if (!end_line()) return false;
        text.remove_prefix(end + 1);
    }
    rest_.append(text);
    return true;
}

bool ParaphraseBuilder::end_line() {
    rest_.append(Vocabulary::kPadding, ' ');
    const bool fine = add_line(rest_);
    rest_.clear();
    return fine;
}

bool ParaphraseBuilder::add_line(std::string_view line) {
    switch (line_++ % 3) {
        case 0:  // the probability, which METEOR does not use
            return true;
        case 1:
            last_ = phrase_of(line);
            return last_ >= 0;
        default: {
            const std::int32_t paraphrase = phrase_of(line);
            pairs_.emplace_back(last_, paraphrase);
            return paraphrase >= 0;
        }
    }
}

// Numbers the phrase of a line; -1 if it has no word.
std::int32_t ParaphraseBuilder::phrase_of(std::string_view line) {
    constexpr std::string_view kSpace = " \t\r\f";
    const std::size_t before = ids_.size();
    for (std::size_t at = line.find_first_not_of(kSpace); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
        ids_.push_back(vocabulary_.id(line.substr(at, end - at)));
        at = line.find_first_not_of(kSpace, end);
    }
    if (ids_.size() == before) return -1;
    offsets_.push_back(static_cast<std::int64_t>(ids_.size()));
    const std::int32_t number = static_cast<std::int32_t>(offsets_.size()) - 2;
    const auto [found, added] = known_.try_emplace(number, number);
    if (!added) {
        offsets_.pop_back();
        ids_.resize(before);
    }
    return found->second;
}

bool ParaphraseBuilder::finish() {
    if (!rest_.empty() && !end_line()) return false;
    if (line_ % 3 != 0) return false;
    known_.clear();

    std::vector<std::int32_t> order(offsets_.size() - 1), place(order.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [this](std::int32_t one, std::int32_t other) {
        const Span a = phrase(one), b = phrase(other);
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    });
    phrase_ids.reserve(ids_.size());
    phrase_offsets.assign(1, 0);
    first.assign(static_cast<std::size_t>(vocabulary_.size()) + 1, 0);
    for (std::size_t at = 0; at < order.size(); ++at) {
        place[static_cast<std::size_t>(order[at])] = static_cast<std::int32_t>(at);
        const Span ids = phrase(order[at]);
        phrase_ids.insert(phrase_ids.end(), ids.begin(), ids.end());
        phrase_offsets.push_back(static_cast<std::int64_t>(phrase_ids.size()));
        ++first[static_cast<std::size_t>(ids[0]) + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());

    // A counting sort by phrase keeps the order of the file within each.
    paraphrase_offsets.assign(order.size() + 1, 0);
    for (auto& [phrase, paraphrase] : pairs_) {
        phrase = place[static_cast<std::size_t>(phrase)];
        paraphrase = place[static_cast<std::size_t>(paraphrase)];
        ++paraphrase_offsets[static_cast<std::size_t>(phrase) + 1];
    }
    std::partial_sum(paraphrase_offsets.begin(), paraphrase_offsets.end(),
                     paraphrase_offsets.begin());
    std::vector<std::int64_t> next(paraphrase_offsets.begin(), paraphrase_offsets.end() - 1);
    paraphrase_ids.resize(pairs_.size());
    for (const auto& [phrase, paraphrase] : pairs_) {
        const std::size_t at = static_cast<std::size_t>(next[static_cast<std::size_t>(phrase)]++);
        paraphrase_ids[at] = paraphrase;
    }
    for (std::int32_t id = 0; id < vocabulary_.size(); ++id) {
        words.append(vocabulary_.token(id)).push_back('\n');
    }
    return true;
}

}  // namespace tertium
