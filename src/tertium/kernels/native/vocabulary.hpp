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
    Vocabulary() : slots_(1 << 11) {}

    std::int32_t id(std::string_view token) {
        const Key key = key_of(token);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = key.hash() & mask;; at = (at + 1) & mask) {
            const Slot& slot = slots_[at];
            if (slot.id < 0) break;
            if (slot.key == key && equal(slot.id, token)) return slot.id;
        }
        return add(token, key);
    }

    std::int32_t size() const { return static_cast<std::int32_t>(entries_.size()); }

    std::string_view token(std::int32_t id) const {
        const Entry& entry = entries_[static_cast<std::size_t>(id)];
        return {bytes_.data() + entry.start, entry.length};
    }

  private:
    // A token of less than eight bytes is its own key; of a longer one the key is a hash, and tokens
    // must be compared. Most words are short: they are found without leaving the slot.
    struct Key {
        std::uint64_t bits;
        std::uint32_t length;

        bool operator==(const Key& other) const {
            return bits == other.bits && length == other.length;
        }
        std::size_t hash() const {
            // A bit of a product knows nothing of higher bits: the highest know most.
            const std::uint64_t product = (bits ^ length) * kPrime;
            return static_cast<std::size_t>(product >> 32 ^ product >> 48);
        }
    };
    struct Slot {
        Key key{0, 0};
        std::int32_t id = -1;
    };
    struct Entry {
        std::size_t start;
        std::size_t length;
    };

    static constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15ull;

    static Key key_of(std::string_view token) {
        const std::uint32_t length = static_cast<std::uint32_t>(token.size());
        const char* at = token.data();
        std::size_t left = token.size();
        if (left < 8) return {short_bits(at, left), length};
        // Multiply and fold over eight bytes at a time (the scheme of wyhash, without its 128-bit
        // product, which is not portable).
        std::uint64_t hash = 0;
        for (; left >= 8; at += 8, left -= 8) {
            std::uint64_t word;
            std::memcpy(&word, at, 8);
            hash = (hash ^ word) * kPrime;
            hash ^= hash >> 29;
        }
        return {hash ^ short_bits(at, left) * kPrime, length};
    }

    // All of 0 to 7 bytes in one word, some of them twice: a loop over them would end where no
    // processor can foresee.
    static std::uint64_t short_bits(const char* at, std::size_t size) {
        if (size >= 4) {
            std::uint32_t first, last;
            std::memcpy(&first, at, 4);
            std::memcpy(&last, at + size - 4, 4);
            return std::uint64_t{first} << 32 | last;
        }
        if (size == 0) return 0;
        const auto byte = [at](std::size_t i) { return static_cast<unsigned char>(at[i]); };
        return std::uint64_t{byte(0)} << 16 | std::uint64_t{byte(size / 2)} << 8 | byte(size - 1);
    }

    // Whether a token is the one with an id whose key it has.
    bool equal(std::int32_t id, std::string_view token) const {
        return token.size() < 8 || this->token(id) == token;
    }

    std::int32_t add(std::string_view token, Key key) {
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        const std::int32_t id = size();
        entries_.push_back({bytes_.size(), token.size()});
        bytes_.append(token);
        place({key, id});
        return id;
    }

    void place(Slot slot) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = slot.key.hash() & mask;
        while (slots_[at].id >= 0) at = (at + 1) & mask;
        slots_[at] = slot;
    }

    void grow() {
        std::vector<Slot> old(4 * slots_.size());
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
