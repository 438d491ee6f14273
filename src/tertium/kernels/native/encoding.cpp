// Longer than 400 lines: all tokenizations share the tables of characters and the word buffer.
#include "encoding.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "categories.hpp"
#include "utf8.hpp"

namespace tertium {
namespace {

// Effect of a byte on its word. The punctuation that is always separated is that of
// mteval-v13a's first rule: {|}~ [\]^_` !"#$%& ()*+ :;<=>?@ / (and the space, which ends words).
enum Class : Byte { kWord, kSpace, kApart, kPoint, kDash, kWide };

constexpr std::array<Byte, 256> make_classes() {
    std::array<Byte, 256> classes{};
    for (int byte = 0; byte < 256; ++byte) {
        Byte value = kWord;
        if (byte == ' ' || (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x1F)) {
            value = kSpace;
        } else if ((byte >= '{' && byte <= '~') || (byte >= '[' && byte <= '`') ||
                   (byte > ' ' && byte <= '&') || (byte >= '(' && byte <= '+') ||
                   (byte >= ':' && byte <= '@') || byte == '/') {
            value = kApart;
        } else if (byte == '.' || byte == ',') {
            value = kPoint;
        } else if (byte == '-') {
            value = kDash;
        } else if (byte >= 0x80) {
            value = kWide;
        }
        classes[static_cast<std::size_t>(byte)] = value;
    }
    return classes;
}

constexpr std::array<Byte, 256> kClasses = make_classes();

class Sink {
  public:
    Sink(Vocabulary& vocabulary, Ids& ids) : vocabulary_(vocabulary), ids_(ids) {}

    void operator()(const Byte* begin, const Byte* end) {
        if (begin == end) return;
        ids_.push_back(vocabulary_.id(
            {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)}));
    }

  private:
    Vocabulary& vocabulary_;
    Ids& ids_;
};

// The characters that sacreBLEU's "zh" tokenizer splits: two of its ranges are written with five
// hexadecimal digits in a four-digit escape and so cover U+2001-2A6D and no supplementary plane.
bool is_chinese(std::uint32_t point) {
    struct Range {
        std::uint32_t first, last;
    };
    static constexpr Range ranges[] = {
        {0x2001, 0x2A6D}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31EF},
        {0x3200, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9},
        {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF}};
    for (const Range& range : ranges) {
        if (point < range.first) return false;
        if (point <= range.last) return true;
    }
    return false;
}

// The rules of mteval-v13a in one pass. They are four substitutions made one after the other:
//   1. a mark of kApart                        -> " mark "
//   2. [.,] after a character but a digit      -> "c mark "
//   3. [.,] before a character but a digit     -> " mark c"
//   4. - after a digit                         -> "d - "
// Rule 2 consumes the character before the mark, so in a run of points every second one is hit,
// beginning with the first if the run follows a non-digit and with the second if not. All points
// of a run but the last end up apart under rule 3; the last one stays glued to what follows just
// when rule 2 left it alone and a digit follows.
// `padded` lines have a space at both ends, so that a character always precedes and follows.
void encode_13a(const Byte* begin, const Byte* end, bool padded, bool chinese, Sink& emit) {
    const Byte* word = begin;
    const Byte* at = begin;
    while (at < end) {
        switch (kClasses[*at]) {
            case kWord:
                ++at;
                break;
            case kSpace:
                emit(word, at);
                word = ++at;
                break;
            case kApart:
                emit(word, at);
                emit(at, at + 1);
                word = ++at;
                break;
            case kDash:
                if (at > begin && is_digit(at[-1])) {
                    emit(word, at);
                    emit(at, at + 1);
                    word = at + 1;
                }
                ++at;
                break;
            case kPoint: {
                const Byte* last = at;
                while (last + 1 < end && kClasses[last[1]] == kPoint) ++last;
                const bool after_digit = at == begin ? !padded : is_digit(at[-1]);
                const bool odd = (last - at) % 2 == 0;
                const bool hit = after_digit ? !odd : odd;
                const bool next_is_apart = last + 1 == end ? padded : !is_digit(last[1]);
                const bool glued = !hit && !next_is_apart;
                if (!glued || last > at) {
                    emit(word, at);
                    for (; at < last; ++at) emit(at, at + 1);
                    word = at;
                    if (!glued) {
                        emit(at, at + 1);
                        word = at + 1;
                    }
                }
                at = last + 1;
                break;
            }
            default: {
                const std::size_t space = space_length(at, end);
                if (space > 0) {
                    emit(word, at);
                    word = at += space;
                    break;
                }
                const Byte* start = at;
                const std::uint32_t point = next_code_point(at, end);
                if (chinese && is_chinese(point)) {
                    emit(word, start);
                    emit(start, at);
                    word = at;
                }
            }
        }
    }
    emit(word, end);
}

constexpr std::array<char, 128> make_ascii_categories() {
    std::array<char, 128> categories{};
    for (const CategoryRange& range : kCategories) {
        for (std::uint32_t point = range.first; point <= range.last && point < 128; ++point) {
            categories[point] = range.category;
        }
    }
    return categories;
}

constexpr std::array<char, 128> kAsciiCategories = make_ascii_categories();

// 'P', 'N' or 'S' for punctuation, numbers and symbols, else 0.
char category_of(std::uint32_t point) {
    if (point < 128) return kAsciiCategories[point];
    const auto* end = std::end(kCategories);
    const auto* after = std::upper_bound(
        std::begin(kCategories), end, point,
        [](std::uint32_t value, const CategoryRange& range) { return value < range.first; });
    if (after == std::begin(kCategories)) return 0;
    const CategoryRange& range = after[-1];
    return point <= range.last ? range.category : 0;
}

// The rules of mteval-v14's international tokenization, one after the other:
//   1. punctuation after a character but a number   -> "c mark "
//   2. punctuation before a character but a number  -> " mark c"
//   3. a symbol                                     -> " symbol "
// Rules 1 and 2 consume both characters they match. Here a text is a sequence of characters, each
// with an optional gap before it; rule 2 treats a gap made by rule 1 as a space.
void encode_intl(const Byte* begin, const Byte* end, Sink& emit) {
    struct Character {
        const Byte* start;
        char category;
        bool space, gap;
    };
    std::vector<Character> text;
    for (const Byte* at = begin; at < end;) {
        const Byte* start = at;
        const bool space = space_length(at, end) > 0;
        const std::uint32_t point = next_code_point(at, end);
        text.push_back({start, category_of(point), space, false});
    }
    const std::size_t size = text.size();
    text.push_back({end, 0, true, false});
    for (std::size_t i = 0; i + 1 < size; ++i) {
        if (text[i].category == 'N' || text[i + 1].category != 'P') continue;
        text[i + 1].gap = text[i + 2].gap = true;
        ++i;
    }
    for (std::size_t i = 0; i < size; ++i) {
        if (text[i].category != 'P') continue;
        if (text[i + 1].gap && i + 1 < size) {
            // The next character is the space of the gap, which is consumed instead.
            text[i].gap = true;
        } else if (i + 1 < size && text[i + 1].category != 'N') {
            text[i].gap = text[i + 1].gap = true;
            ++i;
        }
    }
    const Byte* word = begin;
    for (std::size_t i = 0; i < size; ++i) {
        const Character& here = text[i];
        const bool apart = here.space || here.category == 'S';
        if (apart || here.gap) {
            emit(word, here.start);
            word = here.start;
        }
        if (apart) {
            if (!here.space) emit(here.start, text[i + 1].start);
            word = text[i + 1].start;
        }
    }
    emit(word, end);
}

// The first byte that is neither an ASCII letter nor an ASCII mark, at the latest the space behind the
// text. Examines eight bytes at a time: words are short, and the end of a loop over their bytes
// would be mispredicted.
const Byte* skip_visible_ascii(const Byte* at) {
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    constexpr std::uint64_t ones = 0x0101010101010101u, high = 0x80 * ones;
    for (;; at += 8) {
        std::uint64_t bytes;
        std::memcpy(&bytes, at, 8);
        // The high bit of a byte: of itself, or borrowed where it is at most a space. A borrow can
        // spread upwards only, so the lowest one is right.
        const std::uint64_t found = (bytes | (bytes - ('!' * ones))) & high;
        if (found) return at + __builtin_ctzll(found) / 8;
    }
#else
    while (*at > ' ' && *at < 0x80) ++at;
    return at;
#endif
}

template <typename Emit>
void each_word(const Byte* begin, const Byte* end, Emit emit) {
    const Byte* word = begin;
    const Byte* at = begin;
    while ((at = skip_visible_ascii(at)) < end) {
        const Byte cls = kClasses[*at];
        const std::size_t space = cls == kSpace ? 1 : cls == kWide ? space_length(at, end) : 0;
        if (space == 0) {
            ++at;
            continue;
        }
        if (at > word) emit(word, at);
        word = at += space;
    }
    if (end > word) emit(word, end);
}

void encode_fields(const Byte* begin, const Byte* end, Sink& emit) {
    const Byte* field = begin;
    for (const Byte* at = begin; at < end; ++at) {
        if (!ends_field(*at)) continue;
        emit(field, at);
        field = at + 1;
    }
    emit(field, end);
}

void replace_all(std::string& text, std::string_view old, std::string_view with) {
    std::size_t found = text.find(old);
    if (found == std::string::npos) return;
    std::string result;
    std::size_t from = 0;
    for (; found != std::string::npos; found = text.find(old, from)) {
        result.append(text, from, found - from).append(with);
        from = found + old.size();
    }
    text = result.append(text, from, std::string::npos);
}

const Byte* strip_right(const Byte* begin, const Byte* end) {
    while (end > begin) {
        const Byte* start = end - 1;
        while (start > begin && is_continuation(*start)) --start;
        const std::size_t space = space_length(start, end);
        if (space == 0 || start + space != end) break;
        end = start;
    }
    return end;
}

const Byte* strip_left(const Byte* begin, const Byte* end) {
    while (begin < end) {
        const std::size_t space = space_length(begin, end);
        if (space == 0) break;
        begin += space;
    }
    return begin;
}

// mteval-v13a's clean-up before the rules, which changes few lines.
void clean_13a(std::string& line) {
    const Byte* begin = reinterpret_cast<const Byte*>(line.data());
    line.resize(static_cast<std::size_t>(strip_right(begin, begin + line.size()) - begin));
    const bool escaped = line.find('&') != std::string::npos;
    if (!escaped && line.find('\n') == std::string::npos && line.find('<') == std::string::npos) {
        return;
    }
    replace_all(line, "<skipped>", "");
    replace_all(line, "-\n", "");
    replace_all(line, "\n", " ");
    if (escaped) {
        replace_all(line, "&quot;", "\"");
        replace_all(line, "&amp;", "&");
        replace_all(line, "&lt;", "<");
        replace_all(line, "&gt;", ">");
    }
}

void lower_ascii(std::string& line) {
    std::transform(line.begin(), line.end(), line.begin(), [](char byte) {
        return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte | 0x20) : byte;
    });
}

}  // namespace

bool may_have_case(std::string_view line) {
    const Byte* at = reinterpret_cast<const Byte*>(line.data());
    const Byte* end = at + line.size();
    while (at < end) {
        if (*at < 0x80) {
            ++at;
            continue;
        }
        // Characters of western text other than upper-case letters.
        const std::uint32_t point = next_code_point(at, end);
        const bool caseless = (point >= 0x80 && point < 0xC0) || (point >= 0xDF && point <= 0xFF) ||
                              (point >= 0x2000 && point < 0x2100);
        if (!caseless) return true;
    }
    return false;
}

void encode_tokens(std::string_view line, Tokenization tokenization, bool lowercase,
                   Vocabulary& vocabulary, std::string& scratch, Ids& ids) {
    scratch.assign(line);
    if (lowercase) lower_ascii(scratch);
    if (tokenization == Tokenization::k13a) clean_13a(scratch);
    const std::size_t size = scratch.size();
    scratch.append(Vocabulary::kPadding, ' ');  // words are read eight bytes at a time
    const Byte* begin = reinterpret_cast<const Byte*>(scratch.data());
    const Byte* end = begin + size;
    Sink emit(vocabulary, ids);
    switch (tokenization) {
        case Tokenization::kWords:
            each_word(begin, end, emit);
            break;
        case Tokenization::kFields:
            encode_fields(begin, end, emit);
            break;
        case Tokenization::k13a:
            encode_13a(begin, end, true, false, emit);
            break;
        case Tokenization::kZh:
            end = strip_right(begin, end);
            encode_13a(strip_left(begin, end), end, false, true, emit);
            break;
        case Tokenization::kIntl:
            encode_intl(begin, strip_right(begin, end), emit);
            break;
        case Tokenization::kPunctuation:
            each_word(begin, end, [&emit](const Byte* word, const Byte* stop) {
                if (stop - word > 1 && is_ascii_punctuation(stop[-1])) {
                    emit(word, stop - 1);
                    emit(stop - 1, stop);
                } else if (stop - word > 1 && is_ascii_punctuation(*word)) {
                    emit(word, word + 1);
                    emit(word + 1, stop);
                } else {
                    emit(word, stop);
                }
            });
            break;
    }
}

void encode_characters(std::string_view line, bool whitespace, Ids& ids) {
    const Byte* at = reinterpret_cast<const Byte*>(line.data());
    const Byte* end = at + line.size();
    while (at < end) {
        const Byte cls = kClasses[*at];
        if (!whitespace) {
            const std::size_t space = cls == kSpace ? 1 : cls == kWide ? space_length(at, end) : 0;
            if (space > 0) {
                at += space;
                continue;
            }
        }
        ids.push_back(cls == kWide ? static_cast<std::int32_t>(next_code_point(at, end)) : *at++);
    }
}

}  // namespace tertium
