// Numbers pairs of integers from 1, in the order of first occurrence.
//
// A sequence is a chain of pairs (number of all but its last element, last element), so that its
// number is exact for any length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tertium {

constexpr std::int32_t kUnknown = 0;

// Open addressing over the numbers, four bytes a slot, so that a line of ten megabytes stays
// affordable. `reset` and `reserve` set the maximum number of pairs; the table does not grow.
class HashTable {
  public:
    void reset(std::int64_t tokens, std::int64_t pairs) {
        tokens_ = static_cast<std::uint64_t>(tokens);
        keys_.clear();
        reserve(pairs);
    }

    // Makes room for `count` further pairs.
    void reserve(std::int64_t pairs) {
        std::size_t wanted = 1024;
        while (wanted < 2 * (keys_.size() + static_cast<std::size_t>(pairs))) wanted *= 2;
        mask_ = wanted - 1;
        if (slots_.size() < wanted) slots_.resize(wanted);
        std::fill_n(slots_.begin(), wanted, kUnknown);
        for (std::int32_t number = 1; number <= size(); ++number) {
            slots_[slot(keys_[static_cast<std::size_t>(number - 1)])] = number;
        }
    }

    std::int32_t find(std::int32_t prefix, std::int32_t token) const {
        return slots_[slot(key(prefix, token))];
    }

    std::int32_t find_or_add(std::int32_t prefix, std::int32_t token) {
        const std::uint64_t wanted = key(prefix, token);
        std::int32_t& value = slots_[slot(wanted)];
        if (value == kUnknown) {
            keys_.push_back(wanted);
            value = size();
        }
        return value;
    }

    std::int32_t prefix(std::int32_t number) const {
        return static_cast<std::int32_t>(keys_[static_cast<std::size_t>(number - 1)] / tokens_);
    }

    std::int32_t token(std::int32_t number) const {
        return static_cast<std::int32_t>(keys_[static_cast<std::size_t>(number - 1)] % tokens_);
    }

    std::int32_t size() const { return static_cast<std::int32_t>(keys_.size()); }

  private:
    std::uint64_t key(std::int32_t prefix, std::int32_t token) const {
        return static_cast<std::uint64_t>(prefix) * tokens_ + static_cast<std::uint64_t>(token);
    }

    std::size_t slot(std::uint64_t wanted) const {
        std::size_t at = (wanted * 0x9E3779B97F4A7C15ull >> 24) & mask_;
        while (slots_[at] != kUnknown &&
               keys_[static_cast<std::size_t>(slots_[at] - 1)] != wanted) {
            at = (at + 1) & mask_;
        }
        return at;
    }

    std::vector<std::int32_t> slots_;
    std::vector<std::uint64_t> keys_;
    std::uint64_t tokens_ = 0;
    std::size_t mask_ = 0;
};

}  // namespace tertium
