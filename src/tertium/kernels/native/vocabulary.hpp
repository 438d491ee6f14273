// Tokens to dense integer ids. Grows only; ids are given in the order of first sight.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tertium {

class Vocabulary {
  public:
    Vocabulary() : slots_(1 << 8) {}

    std::int32_t id(std::string_view token) {
        const std::uint32_t hash = hash_of(token);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            const Slot& slot = slots_[at];
            if (slot.id < 0) break;
            if (slot.hash == hash && equal(slot.id, token)) return slot.id;
        }
        return add(token, hash);
    }

    std::int32_t size() const { return static_cast<std::int32_t>(entries_.size()); }

    std::string_view token(std::int32_t id) const {
        const Entry& entry = entries_[static_cast<std::size_t>(id)];
        return {bytes_.data() + entry.start, entry.length};
    }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::int32_t id = -1;
    };
    struct Entry {
        std::size_t start;
        std::size_t length;
    };

    // Multiply and fold over eight bytes at a time (the scheme of wyhash, without its 128-bit
    // product, which is not portable).
    static std::uint32_t hash_of(std::string_view token) {
        constexpr std::uint64_t prime = 0x9E3779B97F4A7C15ull;
        const char* at = token.data();
        std::size_t left = token.size();
        std::uint64_t hash = left * prime;
        for (; left >= 8; at += 8, left -= 8) {
            std::uint64_t word;
            std::memcpy(&word, at, 8);
            hash = (hash ^ word) * prime;
            hash ^= hash >> 29;
        }
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < left; ++i) {
            word = (word << 8) | static_cast<unsigned char>(at[i]);
        }
        hash = (hash ^ word) * prime;
        return static_cast<std::uint32_t>(hash >> 32);
    }

    bool equal(std::int32_t id, std::string_view token) const {
        const Entry& entry = entries_[static_cast<std::size_t>(id)];
        return entry.length == token.size() &&
               std::memcmp(bytes_.data() + entry.start, token.data(), token.size()) == 0;
    }

    std::int32_t add(std::string_view token, std::uint32_t hash) {
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        const std::int32_t id = size();
        entries_.push_back({bytes_.size(), token.size()});
        bytes_.append(token);
        place({hash, id});
        return id;
    }

    void place(Slot slot) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = slot.hash & mask;
        while (slots_[at].id >= 0) at = (at + 1) & mask;
        slots_[at] = slot;
    }

    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.id >= 0) place(slot);
        }
    }

    std::vector<Slot> slots_;
    std::vector<Entry> entries_;
    std::string bytes_;
};

}  // namespace tertium
