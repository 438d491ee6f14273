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
    // So many bytes behind a token can be read; what they hold does not matter.
    static constexpr std::size_t kPadding = 8;

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
    // A token of at most eight bytes is its own key; of a longer one the key is a hash, and tokens
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
        // Multiply and fold over eight bytes at a time (the scheme of wyhash, without its 128-bit
        // product, which is not portable).
        std::uint64_t hash = 0;
        for (; left > 8; at += 8, left -= 8) {
            hash = (hash ^ eight_bytes(at)) * kPrime;
            hash ^= hash >> 29;
        }
        return {hash ^ first_bytes(at, left), length};
    }

    static std::uint64_t eight_bytes(const void* at) {
        std::uint64_t bytes;
        std::memcpy(&bytes, at, 8);
        return bytes;
    }

    // The first of eight bytes, without those behind them: a loop would end where no processor can
    // foresee.
    static std::uint64_t first_bytes(const char* at, std::size_t size) {
        static constexpr unsigned char mask[16] = {255, 255, 255, 255, 255, 255, 255, 255};
        return eight_bytes(at) & eight_bytes(mask + 8 - size);
    }

    // Whether a token is the one with an id whose key it has.
    bool equal(std::int32_t id, std::string_view token) const {
        return token.size() <= 8 || this->token(id) == token;
    }

    std::int32_t add(std::string_view token, Key key);
    void place(Slot slot);
    void grow();

    std::vector<Slot> slots_;
    std::vector<Entry> entries_;
    std::string bytes_;
};

}  // namespace tertium
