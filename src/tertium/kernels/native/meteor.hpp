// Alignment of an output with a reference as METEOR 1.5 does it, and its statistics
// (Denkowski and Lavie 2014).
#pragma once

#include <cstdint>
#include <vector>

#include "meteor_paraphrases.hpp"
#include "ragged.hpp"
#include "statistics.hpp"

namespace tertium {

enum class Module : std::int32_t { kExact, kStem, kSynonym, kParaphrase };

// Properties of each token, by its id; those that no module needs are null.
struct Lexicon {
    const std::int32_t* keys = nullptr;         // equal for tokens that are the same word
    const std::int32_t* stems = nullptr;        // equal for tokens with the same stem
    Ragged synsets;                             // below synset_count
    std::int32_t synset_count = 0;
    const std::int32_t* table_words = nullptr;  // id in the table of paraphrases, or -1
    const unsigned char* function = nullptr;    // whether it is a function word
    const std::int32_t* lengths = nullptr;      // length in the count
};

struct MeteorOptions {
    std::vector<Module> modules;
    std::int32_t beam = 40;
    bool corrected = false;
};

constexpr int kMeteorModules = 4;
constexpr int kMeteorColumns = 8 + 4 * kMeteorModules;

// For each output and its reference: lengths, lengths of function words (output, reference); for
// each module matched content words of output and reference, matched function words of both;
// chunks; matched words of both; and 1 if everything is matched in one chunk. A row is NaN if the
// texts are too long to be aligned.
void meteor_statistics(const Outputs& outputs, const Ragged& reference, const Lexicon& lexicon,
                       const Paraphrases& paraphrases, const MeteorOptions& options, double* rows);

}  // namespace tertium
