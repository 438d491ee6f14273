// METEOR 1.5's normalization of western text: a tokenizer that unifies quotes, dashes and dots.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace tertium {

enum class Apostrophes { kEnglish, kFrench, kOther };

// Abbreviations that keep their final dot: always, or before numbers only.
using Abbreviations = std::unordered_map<std::string, bool>;

// The tokens of the result are separated by spaces. The rules are substitutions applied in order;
// they consume the characters on both sides, so that only the first of two overlapping places is
// changed.
std::string normalized(std::string_view line, Apostrophes apostrophes,
                       const Abbreviations& abbreviations, bool punctuation);

}  // namespace tertium
