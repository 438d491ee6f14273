// Information of each n-gram of the references, in bits: the weights of NIST (Doddington 2002).
//
// The information of w1..wn is log2(count(w1..wn-1) / count(w1..wn)), of a word log2(words /
// count), counted over all references of all segments. An n-gram whose first n-1 words occur once
// has no information, nor does any longer one; these are omitted. The others are nodes of a tree,
// numbered from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hash_table.hpp"
#include "ragged.hpp"

namespace tertium {

class NistInformation {
  public:
    // A token after `blank` alone has no history; -1 means no such token.
    NistInformation(const std::vector<Ragged>& references, std::int64_t segments,
                std::int32_t alphabet, int order, std::int32_t blank);

    int order() const { return order_; }
    // All nodes are below this number.
    std::int64_t size() const { return static_cast<std::int64_t>(bits_.size()); }
    double operator[](std::int32_t node) const { return bits_[static_cast<std::size_t>(node)]; }

    // Calls visit(n, node) for the n-grams of `ids`, beginning at each token with the shortest; no
    // longer one follows after it returns false.
    template <typename Visit>
    void walk(Span ids, Visit visit) const {
        for (std::int64_t at = 0; at < ids.size(); ++at) {
            const std::int64_t longest = ids.size() - at < order_ ? ids.size() - at : order_;
            std::int32_t node = known(ids[at]) ? ids[at] + 1 : kUnknown;
            for (int n = 1; node != kUnknown && visit(n, node) && n < longest; ++n) {
                const std::int32_t id = ids[at + n];
                const std::int32_t pair = known(id) ? pairs_.find(node, id) : kUnknown;
                node = pair == kUnknown ? kUnknown : alphabet_ + pair;
            }
        }
    }

  private:
    // The vocabulary may have grown since.
    bool known(std::int32_t id) const { return id < alphabet_; }

    std::int32_t alphabet_;
    int order_;
    HashTable pairs_;  // (node, token) of all nodes but single tokens
    std::vector<double> bits_;
};

}  // namespace tertium
