#include "nist_information.hpp"

#include <cmath>

namespace tertium {
namespace {

// Calls visit(at, ids, i) for every token i of every text, `at` of all tokens so far.
template <typename Visit>
void each_token(const std::vector<Ragged>& references, std::int64_t segments, Visit visit) {
    std::size_t at = 0;
    for (const Ragged& reference : references) {
        for (std::int64_t segment = 0; segment < segments; ++segment) {
            const Span ids = reference[segment];
            for (std::int64_t i = 0; i < ids.size(); ++i) visit(at++, ids, i);
        }
    }
}

}  // namespace

NistInformation::NistInformation(const std::vector<Ragged>& references, std::int64_t segments,
                         std::int32_t alphabet, int order, std::int32_t blank)
    : alphabet_(alphabet), order_(order) {
    // For each token the n-gram that begins there, for one n after the other.
    std::vector<std::int32_t> nodes;
    std::vector<std::int32_t> counts(static_cast<std::size_t>(alphabet) + 1);
    const auto count = [&counts](std::int32_t node) -> std::int32_t& {
        return counts[static_cast<std::size_t>(node)];
    };
    each_token(references, segments, [&](std::size_t, Span ids, std::int64_t i) {
        nodes.push_back(ids[i] + 1);
        ++count(nodes.back());
    });
    pairs_.reset(alphabet, 0);
    for (int n = 2; n <= order; ++n) {
        std::int64_t live = 0;
        each_token(references, segments, [&](std::size_t at, Span ids, std::int64_t i) {
            std::int32_t& node = nodes[at];
            const bool tells = node != kUnknown && (count(node) > 1 || node == blank + 1);
            if (!tells || i + n > ids.size()) node = kUnknown;
            live += node != kUnknown;
        });
        pairs_.reserve(live);
        each_token(references, segments, [&](std::size_t at, Span ids, std::int64_t i) {
            std::int32_t& node = nodes[at];
            if (node == kUnknown) return;
            node = alphabet + pairs_.find_or_add(node, ids[i + n - 1]);
            if (static_cast<std::size_t>(node) == counts.size()) counts.push_back(0);
            ++count(node);
        });
    }
    const double words = static_cast<double>(nodes.size());
    bits_.resize(counts.size());
    for (std::size_t node = 1; node < counts.size(); ++node) {
        const std::int32_t pair = static_cast<std::int32_t>(node) - alphabet;
        const std::int32_t history = pair > 0 ? pairs_.prefix(pair) : kUnknown;
        const bool free = history == kUnknown || history == blank + 1;
        bits_[node] = std::log2((free ? words : count(history)) / counts[node]);
    }
}

}  // namespace tertium
