// UTF-8 as the kernels need it: code points, and the white space of Python's str.split().
//
// Text from Python is valid UTF-8, but for lone surrogates, which arrive in the same three-byte
// form; other bytes are clamped to U+FFFD so that no input can lead outside a table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tertium {

using Byte = unsigned char;

constexpr std::uint32_t kReplacement = 0xFFFD;
constexpr std::int32_t kCodePoints = 0x110000;

inline bool is_digit(Byte byte) { return byte >= '0' && byte <= '9'; }

inline bool is_continuation(Byte byte) { return (byte & 0xC0) == 0x80; }

inline bool is_ascii_space(Byte byte) {
    return byte == ' ' || (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x1F);
}

// ASCII punctuation, Python's string.punctuation.
inline bool is_ascii_punctuation(Byte byte) {
    return (byte >= '!' && byte <= '/') || (byte >= ':' && byte <= '@') ||
           (byte >= '[' && byte <= '`') || (byte >= '{' && byte <= '~');
}

// Number of bytes of the white space that starts at `at`, 0 if none does.
inline std::size_t space_length(const Byte* at, const Byte* end) {
    const Byte first = *at;
    if (first < 0x80) return is_ascii_space(first) ? 1 : 0;
    const std::size_t left = static_cast<std::size_t>(end - at);
    if (first == 0xC2) return left >= 2 && (at[1] == 0x85 || at[1] == 0xA0) ? 2 : 0;
    if (left < 3) return 0;
    if (first == 0xE1) return at[1] == 0x9A && at[2] == 0x80 ? 3 : 0;  // U+1680
    if (first == 0xE2) {
        if (at[1] == 0x80) {  // U+2000-200A, U+2028, U+2029, U+202F
            const Byte last = at[2];
            return last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
        }
        return at[1] == 0x81 && at[2] == 0x9F ? 3 : 0;  // U+205F
    }
    if (first == 0xE3) return at[1] == 0x80 && at[2] == 0x80 ? 3 : 0;  // U+3000
    return 0;
}

// Decodes the code point at `at` and moves `at` behind it.
inline std::uint32_t next_code_point(const Byte*& at, const Byte* end) {
    const Byte first = *at++;
    if (first < 0x80) return first;
    int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : -1;
    if (more < 0 || end - at < more) return kReplacement;
    std::uint32_t point = first & (0x3F >> more);
    for (; more > 0; --more) {
        if (!is_continuation(*at)) return kReplacement;
        point = (point << 6) | (*at++ & 0x3F);
    }
    return point < static_cast<std::uint32_t>(kCodePoints) ? point : kReplacement;
}

}  // namespace tertium
