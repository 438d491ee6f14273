// Edits with their operations, and translation edit rate (Snover et al. 2006) as sacreBLEU or
// TERCOM computes it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ragged.hpp"

namespace tertium {

// What turns the (shifted) output into the reference, from left to right.
enum Operation : char { kMatch = 'm', kSubstitute = 's', kInsert = 'i', kDelete = 'd' };

// `length` words from `start` of the output were moved so that they begin at `target`.
struct Shift {
    std::int32_t start, length, target;
};

struct Script {
    std::vector<Shift> shifts;
    std::vector<char> operations;
};

// Operations of a smallest edit (Levenshtein).
void edit_script(Span output, Span reference, Script& script);

class TranslationEdits {
  public:
    // `alphabet`: all ids lie in [0, alphabet). `tercom`: search as TERCOM does, which takes a table
    // of the whole of both texts; std::bad_alloc where that is too large.
    TranslationEdits(std::int32_t alphabet, bool tercom);
    ~TranslationEdits();

    // Shifts plus edit distance of the shifted output; fills `script` when given.
    std::int64_t operator()(Span output, Span reference, Script* script = nullptr);

  private:
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace tertium
