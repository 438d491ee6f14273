// Tokens to dense integer ids. Grows only; ids are assigned in the order of first occurrence.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tertium {

class Vocabulary {
  public:
    // Number of bytes after a token that can be read; their content does not matter.
    static constexpr std::size_t kPadding = 8;

    Vocabulary() : slots_(1 << 11) {}

    std::int32_t id(std::string_view token) {
        const Slot wanted = slot_of(token);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = wanted.hash() & mask;; at = (at + 1) & mask) {
            const Slot& slot = slots_[at];
            if (slot.id < 0) break;
            if (slot.alike(wanted) && equal(slot.id, token)) return slot.id;
        }
        return add(token, wanted);
    }

    std::int32_t size() const { return static_cast<std::int32_t>(ends_.size()); }

    std::string_view token(std::int32_t id) const {
        const std::size_t at = static_cast<std::size_t>(id);
        const std::size_t start = at == 0 ? 0 : ends_[at - 1];
        return {bytes_.data() + start, ends_[at] - start};
    }

  private:
    // A token of at most eight bytes is its own key; of a longer one the key is a hash, and tokens
    // must be compared. Most words are short: they are found without leaving the slot.
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t length = 0;
        std::int32_t id = -1;

        bool alike(const Slot& other) const { return key == other.key && length == other.length; }
        std::size_t hash() const {
            // A bit of a product does not depend on higher bits, so the highest bits are mixed best.
            const std::uint64_t product = (key ^ length) * kPrime;
            return static_cast<std::size_t>(product >> 32 ^ product >> 48);
        }
    };

    static constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15ull;

    static Slot slot_of(std::string_view token) {
        const char* at = token.data();
        std::size_t left = token.size();
        // Multiply and fold over eight bytes at a time (the scheme of wyhash, without its 128-bit
        // product, which is not portable).
        std::uint64_t hash = 0;
        for (; left > 8; at += 8, left -= 8) {
            hash = (hash ^ eight_bytes(at)) * kPrime;
            hash ^= hash >> 29;
        }
        return {hash ^ first_bytes(at, left), static_cast<std::uint32_t>(token.size()), -1};
    }

    static std::uint64_t eight_bytes(const void* at) {
        std::uint64_t bytes;
        std::memcpy(&bytes, at, 8);
        return bytes;
    }

    // The first of eight bytes, without the others: the end of a loop would be mispredicted.
    static std::uint64_t first_bytes(const char* at, std::size_t size) {
        static constexpr unsigned char mask[16] = {255, 255, 255, 255, 255, 255, 255, 255};
        return eight_bytes(at) & eight_bytes(mask + 8 - size);
    }

    // Whether a token equals the token of an id with the same key.
    bool equal(std::int32_t id, std::string_view token) const {
        return token.size() <= 8 || this->token(id) == token;
    }

    std::int32_t add(std::string_view token, Slot slot);
    void place(Slot slot);
    void grow();

    std::vector<Slot> slots_;
    std::string bytes_;  // of all tokens, and where each ends
    std::vector<std::size_t> ends_;
};

}  // namespace tertium
