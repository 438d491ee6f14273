// Operations that turn an output into its reference.
#pragma once

#include <cstdint>
#include <vector>

#include "ragged.hpp"

namespace tertium {

// Operations that turn the (shifted) output into the reference, from left to right.
enum Operation : char { kMatch = 'm', kSubstitute = 's', kInsert = 'i', kDelete = 'd' };

// `length` words from `start` of the output were moved so that they begin at `target`.
struct Shift {
    std::int32_t start, length, target;
};

struct Script {
    std::vector<Shift> shifts;
    std::vector<char> operations;
};

// Operations of a minimum edit (Levenshtein).
void wer_edit_script(Span output, Span reference, Script& script);

}  // namespace tertium
