// Pairs of paraphrases, in a form compact enough for millions of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ragged.hpp"
#include "vocabulary.hpp"

namespace tertium {

// A table of paraphrases. Phrases stand in the order of their words, so that those with a common
// beginning are neighbours; `first[w]` is the first phrase that begins with word w.
struct Paraphrases {
    Ragged phrases;
    Ragged of_phrase;  // for each phrase its paraphrases, in the order of the file
    const std::int32_t* first = nullptr;
    std::int32_t words = 0;
    std::int64_t count = 0;
};

// A phrase of the table at a place of a text.
struct Occurrence {
    std::int32_t phrase, start, length;
};

// Appends all occurrences, by start and then by length. Words beyond the table are in no phrase.
void find_phrases(const Paraphrases& table, Span words, std::vector<Occurrence>& found);

// Makes the arrays of a table from its text: lines of three, a number, a phrase and a paraphrase.
class ParaphraseBuilder {
  public:
    ParaphraseBuilder();

    // Reads the next piece of the text, which may end anywhere. False if a phrase is empty.
    bool add(std::string_view text);
    // Makes the arrays. False if the text does not end with a whole pair.
    bool finish();

    std::string words;  // one per line, in the order of their ids
    std::vector<std::int32_t> phrase_ids, paraphrase_ids, first;
    std::vector<std::int64_t> phrase_offsets, paraphrase_offsets;

  private:
    struct Hash {
        const ParaphraseBuilder* owner;
        std::size_t operator()(std::int32_t phrase) const;
    };
    struct Equal {
        const ParaphraseBuilder* owner;
        bool operator()(std::int32_t one, std::int32_t other) const;
    };

    bool end_line();
    bool add_line(std::string_view line);
    std::int32_t phrase_of(std::string_view line);
    Span phrase(std::int32_t number) const;

    Vocabulary vocabulary_;
    std::string rest_;
    std::int64_t line_ = 0;
    std::int32_t last_ = -1;
    std::vector<std::int32_t> ids_;
    std::vector<std::int64_t> offsets_{0};
    std::unordered_map<std::int32_t, std::int32_t, Hash, Equal> known_;
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;
};

}  // namespace tertium
