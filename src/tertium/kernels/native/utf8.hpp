// UTF-8 for the kernels: code points, and the white space of Python's str.split().
//
// Text from Python is valid UTF-8 except lone surrogates, which arrive in the same three-byte
// form; other bytes are clamped to U+FFFD so that no input can lead outside a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tertium {

using Byte = unsigned char;

constexpr std::uint32_t kReplacement = 0xFFFD;
constexpr std::int32_t kCodePoints = 0x110000;

inline bool is_digit(Byte byte) { return byte >= '0' && byte <= '9'; }

inline bool is_continuation(Byte byte) { return (byte & 0xC0) == 0x80; }

inline bool is_ascii_space(Byte byte) {
    return byte == ' ' || (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x1F);
}

// Separators of fields, Java's default.
inline bool ends_field(std::uint32_t point) {
    return point == ' ' || point == '\t' || point == '\n' || point == '\f' || point == '\r';
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

// A text in Java's terms: its hash (31 * hash + unit, over the units of UTF-16) and its length.
struct Utf16 {
    std::int32_t hash, length;
};

inline Utf16 utf16_of(std::string_view text) {
    std::uint32_t hash = 0;
    std::int32_t length = 0;
    const auto add = [&](std::uint32_t unit) {
        hash = 31 * hash + unit;
        ++length;
    };
    const Byte* at = reinterpret_cast<const Byte*>(text.data());
    const Byte* end = at + text.size();
    while (at < end) {
        const std::uint32_t point = next_code_point(at, end);
        if (point >= 0x10000) {
            add(0xD800 + ((point - 0x10000) >> 10));
            add(0xDC00 + (point & 0x3FF));
        } else {
            add(point);
        }
    }
    return {static_cast<std::int32_t>(hash), length};
}

// Appends a code point as next_code_point() reads it.
inline void append_code_point(std::uint32_t point, std::string& text) {
    const auto byte = [&text](std::uint32_t value) { text.push_back(static_cast<char>(value)); };
    if (point < 0x80) {
        byte(point);
    } else if (point < 0x800) {
        byte(0xC0 | point >> 6), byte(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        byte(0xE0 | point >> 12), byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F));
    } else {
        byte(0xF0 | point >> 18), byte(0x80 | (point >> 12 & 0x3F));
        byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F));
    }
}

}  // namespace tertium
