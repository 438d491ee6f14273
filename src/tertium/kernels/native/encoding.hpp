// Text to ids: each function appends the ids of one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vocabulary.hpp"

namespace tertium {

using Ids = std::vector<std::int32_t>;

enum class Tokenization { kWords, k13a, kZh, kPunctuation, kIntl, kFields };

// Whether Python must lower-case the line, because a character other than A to Z may have case.
bool may_have_case(std::string_view line);

// Appends the ids of the tokens of `line`, with A to Z lower-cased if requested.
//  kWords        split on white space
//  kFields       split on space, tab, line feed, form feed and carriage return only
//  k13a          mteval-v13a
//  kZh           Chinese characters apart, the rest as k13a without padding
//  kIntl         mteval-v14, international: all Unicode punctuation and symbols apart
//  kPunctuation  words, with one final, else one initial ASCII punctuation mark apart (chrF++)
void encode_tokens(std::string_view line, Tokenization tokenization, bool lowercase,
                   Vocabulary& vocabulary, std::string& scratch, Ids& ids);

// Appends the code points of `line`, with or without white space.
void encode_characters(std::string_view line, bool whitespace, Ids& ids);

}  // namespace tertium
