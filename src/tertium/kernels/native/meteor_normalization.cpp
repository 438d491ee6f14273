#include "meteor_normalization.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "utf8.hpp"

namespace tertium {
namespace {

using Text = std::u32string;

bool is_number(char32_t point) { return point >= '0' && point <= '9'; }

// Letters of METEOR: Latin, Cyrillic, phonetic extensions.
bool is_letter(char32_t point) {
    struct Range {
        char32_t first, last;
    };
    static constexpr Range ranges[] = {
        {'A', 'Z'},         {'a', 'z'},         {0xC0, 0xD6},       {0xD8, 0xF6},
        {0xF8, 0x17E},      {0x400, 0x527},     {0x1D00, 0x1D7F},   {0xA640, 0xA66E},
        {0xA67E, 0xA697}};
    for (const Range& range : ranges) {
        if (point < range.first) return false;
        if (point <= range.last) return true;
    }
    return false;
}

bool is_alphanumeric(char32_t point) { return is_number(point) || is_letter(point); }

bool is_java_space(char32_t point) { return point == ' ' || (point >= 0x09 && point <= 0x0D); }

bool is_space(char32_t point) {
    return point == ' ' || point == 0xA0 || (point >= 0x2000 && point <= 0x200A) ||
           point == 0x202F || point == 0x205F || point == 0x3000;
}

// Characters that later rules handle.
bool is_special(char32_t point) {
    return point == '.' || point == '\'' || point == '`' || point == ',' || point == '-' ||
           point == 0x2018 || point == 0x2019;
}

Text decoded(std::string_view line) {
    Text text(1, ' ');
    const Byte* at = reinterpret_cast<const Byte*>(line.data());
    const Byte* end = at + line.size();
    while (at < end) {
        const char32_t point = next_code_point(at, end);
        const bool apart = !is_alphanumeric(point) && !is_java_space(point) && !is_special(point);
        if (apart) text.push_back(' ');
        text.push_back(point);
        if (apart) text.push_back(' ');
    }
    text.push_back(' ');
    return text;
}

// A run of dots is encoded as letters until single dots have been handled.
void escape_dots(Text& text) {
    if (text.find(U"..") == Text::npos) return;
    Text result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && text[end] == '.') ++end;
        if (end - at < 2) {
            result.push_back(text[at++]);
            continue;
        }
        result.push_back(' ');
        for (; at < end; ++at) result.append(U"DOT");
        result.append(U"MULTI ");
    }
    text.swap(result);
}

void unescape_dots(Text& text) {
    Text result;
    std::size_t from = 0;
    for (std::size_t at; (at = text.find(U"DOTMULTI", from)) != Text::npos; from = at + 8) {
        std::size_t first = at, dots = 1;
        for (; first >= from + 3 && text.compare(first - 3, 3, U"DOT") == 0; first -= 3) ++dots;
        result.append(text, from, first - from).append(dots, '.');
    }
    if (from > 0) text = result.append(text, from, Text::npos);
}

// Replaces a character between two others by `instead`.
template <typename Before, typename After>
void substitute(Text& text, Before before, char32_t middle, After after,
                const char32_t* instead) {
    if (text.find(middle) == Text::npos) return;
    Text result;
    std::size_t at = 0;
    while (at < text.size()) {
        result.push_back(text[at]);
        if (at + 2 < text.size() && before(text[at]) && text[at + 1] == middle &&
            after(text[at + 2])) {
            result.append(instead).push_back(text[at + 2]);
            at += 3;
        } else {
            ++at;
        }
    }
    text.swap(result);
}

template <typename Is>
auto no(Is is) {
    return [is](char32_t point) { return !is(point); };
}

void even_out_quotes(Text& text) {
    if (text.find_first_of(U"'`\u2018\u2019\u201C\u201D") == Text::npos) return;
    Text result;
    for (const char32_t point : text) {
        result.push_back(point == '`' || point == 0x2018 || point == 0x2019 ? U'\'' : point);
    }
    text.clear();
    for (std::size_t at = 0; at < result.size(); ++at) {
        const bool two = result[at] == '\'' && at + 1 < result.size() && result[at + 1] == '\'';
        if (two || result[at] == 0x201C || result[at] == 0x201D) {
            text.append(U" \" ");
            at += two;
        } else {
            text.push_back(result[at]);
        }
    }
}

void even_out_dashes(Text& text) {
    if (text.find_first_of(U"-\u2013") == Text::npos) return;
    Text result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto dash = [&](std::size_t i) {
            return i < text.size() && (text[i] == '-' || text[i] == 0x2013);
        };
        result.push_back(dash(at) ? U'-' : text[at]);
        at += dash(at) && dash(at + 1);
    }
    text.swap(result);
}

void set_apostrophes(Text& text, Apostrophes apostrophes) {
    constexpr char32_t quote = '\'';
    if (apostrophes == Apostrophes::kOther) {
        Text result;
        for (const char32_t point : text) {
            if (point == quote) result.append(U" ' ");
            else result.push_back(point);
        }
        text.swap(result);
        return;
    }
    const bool english = apostrophes == Apostrophes::kEnglish;
    substitute(text, no(is_letter), quote, no(is_letter), U" ' ");
    if (english) {
        substitute(text, no(is_alphanumeric), quote, is_letter, U" ' ");
    } else {
        substitute(text, no(is_letter), quote, is_letter, U" ' ");
    }
    substitute(text, is_letter, quote, no(is_letter), U" ' ");
    substitute(text, is_letter, quote, is_letter, english ? U" '" : U"' ");
    if (english) {
        substitute(text, is_number, quote, [](char32_t point) { return point == 's'; }, U" '");
    }
}

std::vector<Text> fields_of(const Text& text) {
    std::vector<Text> fields;
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && !ends_field(text[at])) continue;
        if (at > start) fields.emplace_back(text, start, at - start);
        start = at + 1;
    }
    return fields;
}

std::string encoded(const Text& text) {
    std::string bytes;
    for (const char32_t point : text) append_code_point(point, bytes);
    return bytes;
}

// Whether a word without its final dot is an abbreviation before the next word.
bool keeps_dot(const Text& stem, char32_t following, const Abbreviations& abbreviations) {
    if (following >= 'a' && following <= 'z') return true;
    const auto known = abbreviations.find(encoded(stem));
    return known != abbreviations.end() && (!known->second || is_number(following));
}

// Separates the final dot of a word, unless it belongs to an abbreviation.
void set_dots(Text& text, const Abbreviations& abbreviations) {
    if (text.find('.') == Text::npos) return;
    const std::vector<Text> words = fields_of(text);
    text.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Text& word = words[i];
        const Text stem = word.substr(0, word.size() - 1);
        if (stem.empty() || word.back() != '.') {
            text.append(word);
        } else if (stem.find('.') != Text::npos &&
                   std::find_if(stem.begin(), stem.end(), is_letter) != stem.end()) {
            for (const char32_t point : word) {  // U.S. as US
                if (point != '.') text.push_back(point);
            }
        } else if (keeps_dot(stem, i + 1 < words.size() ? words[i + 1][0] : 0, abbreviations)) {
            text.append(word);
        } else {
            text.append(stem).append(U" .");
        }
        text.push_back(' ');
    }
}

}  // namespace

std::string normalized(std::string_view line, Apostrophes apostrophes,
                       const Abbreviations& abbreviations, bool punctuation) {
    Text text = decoded(line);
    escape_dots(text);
    substitute(text, no(is_number), ',', no(is_number), U" , ");
    substitute(text, is_number, ',', no(is_number), U" , ");
    substitute(text, no(is_number), ',', is_number, U" , ");
    even_out_quotes(text);
    even_out_dashes(text);
    substitute(text, [](char32_t point) { return is_alphanumeric(point) || point == '.'; }, '-',
               is_alphanumeric, U" ");
    set_apostrophes(text, apostrophes);
    set_dots(text, abbreviations);
    unescape_dots(text);
    for (char32_t& point : text) {
        if (is_space(point) || (!punctuation && !is_alphanumeric(point))) point = ' ';
    }
    // Characters that Java trims.
    std::size_t begin = 0, end = text.size();
    while (begin < end && text[begin] <= ' ') ++begin;
    while (end > begin && text[end - 1] <= ' ') --end;
    return encoded(text.substr(begin, end - begin));
}

}  // namespace tertium
