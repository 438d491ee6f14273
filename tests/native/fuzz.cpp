// Random input through all kernels, to be built with sanitizers: fuzz SEED SECONDS.
//
// Every array is allocated at its exact size, so that a step beyond its end is seen. What the
// kernels give is checked for what must hold whatever the input.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "build.hpp"
#include "concordance.hpp"
#include "ribes_alignment.hpp"
#include "distances.hpp"
#include "ter.hpp"
#include "encoding.hpp"
#include "nist_information.hpp"
#include "meteor.hpp"
#include "ngrams.hpp"
#include "meteor_paraphrases.hpp"
#include "ragged.hpp"
#include "statistics.hpp"
#include "utf8.hpp"

namespace {

using namespace tertium;
using Sequence = std::vector<std::int32_t>;

std::uint64_t seed_of_round = 0;

#define CHECK(condition)                                                                     \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            std::fprintf(stderr, "%s:%d: not so: %s (round seed %llu)\n", __FILE__, __LINE__, \
                         #condition, static_cast<unsigned long long>(seed_of_round));        \
            std::exit(1);                                                                    \
        }                                                                                    \
    } while (false)

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    // From low to high, both included.
    std::int64_t operator()(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool one_in(std::int64_t count) { return (*this)(1, count) == 1; }

    template <typename Values>
    auto pick(const Values& values) {
        return std::begin(values)[(*this)(0, static_cast<std::int64_t>(std::size(values)) - 1)];
    }

  private:
    std::mt19937_64 engine_;
};

// Exactly as many values as there are, at least one byte apart from anything else.
template <typename Value>
std::unique_ptr<Value[]> exact(const std::vector<Value>& values) {
    std::unique_ptr<Value[]> copy(new Value[values.size()]);
    std::copy(values.begin(), values.end(), copy.get());
    return copy;
}

// --- Text ----------------------------------------------------------------------------------------

std::string random_text(Random& random, bool valid) {
    static const char* const pieces[] = {
        ".",      ",",     "-",         "5",     "0",       "a",   " ",   "\n",           "-\n",
        "&quot;", "&amp;", "&lt;",      "&gt;",  "&",       "<",   "\t",  "<skipped>",    "<skipp",
        "\x1c",   "...",   "\xC2\x85",  "(",     "'s",      "_",   "~",   "\xE3\x80\x80", "\xE4\xB8\xAD",
        "\xE2\x80\xA8", "\xEF\xBF\xAF", "\xED\xA0\x80", "\xF4\x8F\xBF\xBF", "\xF0\x9F\x98\x80"};
    static const unsigned char starts[] = {0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE1, 0xE2, 0xE3,
                                           0xED, 0xEF, 0xF0, 0xF4, 0xF8, 0xFF, 0x9A, 0x81};
    std::string text;
    const std::int64_t length = random.one_in(50) ? random(0, 3000) : random(0, 30);
    for (std::int64_t i = 0; i < length; ++i) {
        switch (random(0, valid ? 2 : 4)) {
            case 0:
            case 1:
                text += random.pick(pieces);
                break;
            case 2:
                append_code_point(
                    static_cast<std::uint32_t>(random.one_in(2) ? random(0, 0x2FFF)
                                                                : random(0, 0x10FFFF)),
                    text);
                break;
            case 3:
                text.push_back(static_cast<char>(random.pick(starts)));
                break;
            default:
                text.push_back(static_cast<char>(random(0, 255)));
        }
    }
    // Cut within a character, perhaps.
    if (!valid && !text.empty()) text.resize(text.size() - static_cast<std::size_t>(random.one_in(2)));
    return text;
}

bool has_space(std::string_view token) {
    const Byte* at = reinterpret_cast<const Byte*>(token.data());
    const Byte* end = at + token.size();
    for (; at < end; ++at) {
        if (space_length(at, end) > 0) return true;
    }
    return false;
}

void fuzz_text(Random& random) {
    const bool valid = random.one_in(2);
    const std::string text = random_text(random, valid);
    const std::vector<char> bytes(text.begin(), text.end());
    const std::unique_ptr<char[]> copy = exact(bytes);
    const std::string_view line(copy.get(), bytes.size());
    Vocabulary vocabulary;
    const bool lowercase = random.one_in(2);
    std::string scratch;
    for (const Tokenization kind : {Tokenization::kWords, Tokenization::k13a, Tokenization::kIntl,
                                    Tokenization::kZh, Tokenization::kPunctuation}) {
        Ids ids{-7}, again;
        encode_tokens(line, kind, lowercase, vocabulary, scratch, ids);
        CHECK(ids.front() == -7);
        ids.erase(ids.begin());
        std::size_t size = 0;
        std::string words;
        for (const std::int32_t id : ids) {
            CHECK(0 <= id && id < vocabulary.size());
            const std::string_view token = vocabulary.token(id);
            CHECK(!token.empty());
            CHECK(!valid || !has_space(token));
            size += token.size();
            words.append(token).push_back(' ');
        }
        CHECK(size <= line.size());
        const std::int32_t known = vocabulary.size();
        encode_tokens(line, kind, lowercase, vocabulary, scratch, again);
        CHECK(again == ids && vocabulary.size() == known);
        if (valid) {  // tokens, joined and split again, are the same tokens
            again.clear();
            encode_tokens(words, Tokenization::kWords, lowercase, vocabulary, scratch, again);
            CHECK(again == ids && vocabulary.size() == known);
        }
    }
    Ids fields;
    encode_tokens(line, Tokenization::kFields, lowercase, vocabulary, scratch, fields);
    for (const std::int32_t id : fields) {
        CHECK(vocabulary.token(id).find_first_of(" \t\n\f\r") == std::string_view::npos);
    }
    Ids all, visible;
    encode_characters(line, true, all);
    encode_characters(line, false, visible);
    CHECK(visible.size() <= all.size() && all.size() <= line.size());
    for (const std::int32_t point : all) CHECK(0 <= point && point < kCodePoints);
    for (const std::int32_t point : visible) CHECK(0 <= point && point < kCodePoints);
    if (valid) {
        std::string written;
        for (const std::int32_t point : all) {
            append_code_point(static_cast<std::uint32_t>(point), written);
        };
        CHECK(written == text);
    }
}

// --- N-grams -------------------------------------------------------------------------------------

std::int32_t random_alphabet(Random& random) {
    static const std::int32_t sizes[] = {1, 2, 3, 20, 400, 3000};
    return random.one_in(30) ? kCodePoints : random.pick(sizes);
}

Sequence random_sequence(Random& random, std::int32_t alphabet, std::int64_t longest) {
    Sequence ids(static_cast<std::size_t>(random(0, longest)));
    const std::int32_t last = random.one_in(3) ? std::min(alphabet, 4) - 1 : alphabet - 1;
    for (std::int32_t& id : ids) {
        // Now and then the largest one, at the very end of the tables.
        id = random.one_in(20) ? alphabet - 1 : static_cast<std::int32_t>(random(0, last));
    }
    return ids;
}

// A text near to another: blocks moved, words changed, put in, left out.
Sequence neighbour(Random& random, Sequence words, std::int32_t alphabet) {
    for (std::int64_t changes = random(0, 6); changes > 0 && words.size() > 2; --changes) {
        const auto size = static_cast<std::int64_t>(words.size());
        const auto from = words.begin() + random(0, size - 1);
        switch (random(0, 3)) {
            case 0:
                *from = static_cast<std::int32_t>(random(0, alphabet - 1));
                break;
            case 1:
                words.erase(from);
                break;
            case 2:
                words.insert(from, static_cast<std::int32_t>(random(0, alphabet - 1)));
                break;
            default: {
                const auto length = std::min<std::int64_t>(random(1, 12), words.end() - from);
                const Sequence block(from, from + length);
                words.erase(from, from + length);
                const auto left = static_cast<std::int64_t>(words.size());
                words.insert(words.begin() + random(0, left), block.begin(), block.end());
            }
        }
    }
    return words;
}

// Sequences laid end to end, with their owner.
struct Flat {
    std::vector<Sequence> sequences;
    std::unique_ptr<std::int32_t[]> ids;
    std::unique_ptr<std::int64_t[]> offsets;
    std::unique_ptr<unsigned char[]> missing;
    Ragged view;

    Flat(std::vector<Sequence> given, const std::vector<unsigned char>& lacking)
        : sequences(std::move(given)) {
        Sequence all;
        std::vector<std::int64_t> ends{0};
        for (const Sequence& sequence : sequences) {
            all.insert(all.end(), sequence.begin(), sequence.end());
            ends.push_back(static_cast<std::int64_t>(all.size()));
        }
        ids = exact(all);
        offsets = exact(ends);
        view.ids = all.empty() ? nullptr : ids.get();
        view.offsets = offsets.get();
        if (!lacking.empty()) {
            missing = exact(lacking);
            view.missing = missing.get();
        }
    }
};

using Counts = std::map<Sequence, std::int64_t>;

Counts counts_of(const Sequence& ids, std::size_t n) {
    Counts counts;
    for (std::size_t i = 0; i + n <= ids.size(); ++i) {
        ++counts[Sequence(ids.begin() + static_cast<std::ptrdiff_t>(i),
                          ids.begin() + static_cast<std::ptrdiff_t>(i + n))];
    }
    return counts;
}

Counts common(const Sequence& output, const std::vector<const Sequence*>& references,
              std::size_t n) {
    Counts limit, matches;
    for (const Sequence* reference : references) {
        for (const auto& [ngram, count] : counts_of(*reference, n)) {
            limit[ngram] = std::max(limit[ngram], count);
        }
    }
    for (const auto& [ngram, count] : counts_of(output, n)) {
        const auto found = limit.find(ngram);
        if (found != limit.end()) matches[ngram] = std::min(count, found->second);
    }
    return matches;
}

std::int64_t matches_of(const Sequence& output, const std::vector<const Sequence*>& references,
                        std::size_t n) {
    std::int64_t matches = 0;
    for (const auto& [ngram, count] : common(output, references, n)) matches += count;
    return matches;
}

// Counts of all n-grams of all references up to an order; that of the empty one is that of words.
Counts all_counts(const std::vector<Flat>& references, std::size_t order) {
    Counts all;
    for (const Flat& reference : references) {
        for (const Sequence& sequence : reference.sequences) {
            all[{}] += static_cast<std::int64_t>(sequence.size());
            for (std::size_t n = 1; n <= order; ++n) {
                for (const auto& [ngram, count] : counts_of(sequence, n)) all[ngram] += count;
            }
        }
    }
    return all;
}

double bits(const Counts& all, const Sequence& ngram, std::int32_t blank) {
    Sequence history(ngram.begin(), ngram.end() - 1);
    if (history == Sequence{blank}) history.clear();
    return std::log2(static_cast<double>(all.at(history)) / static_cast<double>(all.at(ngram)));
}

double ngrams_of(std::size_t length, std::size_t n) {
    return length < n ? 0.0 : static_cast<double>(length - n + 1);
}

void fuzz_ngrams(Random& random) {
    const std::int32_t alphabet = random_alphabet(random);
    const std::int64_t longest = random.one_in(10) ? 300 : 12;
    const std::int64_t segments = random(1, 3);
    const int order = static_cast<int>(random(1, 7));

    std::vector<Flat> references;
    for (std::int64_t r = random(1, 3); r > 0; --r) {
        std::vector<Sequence> sequences;
        std::vector<unsigned char> missing;
        const bool some_missing = random.one_in(3) && r > 1;  // the last one is always there
        for (std::int64_t s = 0; s < segments; ++s) {
            sequences.push_back(random_sequence(random, alphabet, longest));
            if (some_missing) {
                missing.push_back(random.one_in(2));
                if (missing.back()) sequences.back().clear();
            }
        }
        references.emplace_back(std::move(sequences), missing);
    }
    std::vector<Sequence> outputs;
    std::vector<std::int64_t> where;
    for (std::int64_t o = random(0, 6); o > 0; --o) {
        where.push_back(random(0, segments - 1));
        outputs.push_back(random.one_in(4)
                              ? references[0].sequences[static_cast<std::size_t>(where.back())]
                              : random_sequence(random, alphabet, longest));
    }
    const Flat texts(outputs, {});
    const std::unique_ptr<std::int64_t[]> segment_of = exact(where);
    const std::int64_t count = static_cast<std::int64_t>(outputs.size());
    const std::int64_t begin = random(0, count), end = random(begin, count);
    const Outputs given{texts.view, segment_of.get(), alphabet, begin, end};
    std::vector<Ragged> views;
    for (const Flat& reference : references) views.push_back(reference.view);

    const std::size_t n_max = static_cast<std::size_t>(order);
    const std::size_t width = 2 * n_max + 2, wide = 3 * n_max + 2;
    const std::size_t rows = static_cast<std::size_t>(end - begin);
    std::unique_ptr<double[]> bleu(new double[rows * width]);
    std::unique_ptr<double[]> overlap(new double[rows * wide]());
    std::unique_ptr<double[]> pooled(new double[rows * 2]);
    bleu_statistics(given, views, order, bleu.get());
    gleu_statistics(given, views[0], order, pooled.get());
    // As the columns of a second part: behind two columns of a first one.
    if (rows > 0) {
        chrf_statistics(given, views[0], order, static_cast<std::int64_t>(wide),
                           overlap.get() + 2);
    }

    // As if the last ids had come to the vocabulary only after the references.
    std::int32_t known = 1;
    for (const Flat& reference : references) {
        for (const Sequence& sequence : reference.sequences) {
            for (const std::int32_t id : sequence) known = std::max(known, id + 1);
        }
    }
    const auto blank = static_cast<std::int32_t>(random(-1, std::min(2, known - 1)));
    const NistInformation information(views, segments, known, order, blank);
    const Counts all = all_counts(references, n_max);
    const std::size_t long_row = 2 * n_max + 1;
    std::unique_ptr<double[]> nist(new double[rows * long_row]);
    nist_statistics(given, views, information, nist.get());

    // One matcher for two calls, to see whether the first leaves anything behind.
    NgramMatcher matcher(alphabet, order);
    std::vector<Sequence> first(rows), second(rows);
    for (std::vector<Sequence>* found : {&first, &second}) {
        matcher(given, views, [&](std::int64_t i, const std::int32_t* matches) {
            (*found)[static_cast<std::size_t>(i - begin)].assign(matches, matches + order);
        });
    }
    CHECK(first == second);

    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = row + static_cast<std::size_t>(begin);
        const Sequence& output = outputs[at];
        const std::size_t segment = static_cast<std::size_t>(where[at]);
        std::vector<const Sequence*> there;
        for (const Flat& reference : references) {
            if (reference.view.has(where[at])) there.push_back(&reference.sequences[segment]);
        }
        const double* numbers = bleu.get() + row * width;
        const double* triples = overlap.get() + row * wide + 2;
        const double* weighted = nist.get() + row * long_row;
        CHECK(triples[-2] == 0 && triples[-1] == 0);
        double both = 0, here = 0, elsewhere = 0;
        for (std::size_t n = 1; n <= n_max; ++n) {
            const double matches = numbers[n - 1], total = numbers[n_max + n - 1];
            CHECK(matches == static_cast<double>(matches_of(output, there, n)));
            CHECK(matches == first[row][n - 1]);
            CHECK(total == ngrams_of(output.size(), n) && matches <= total);
            CHECK(there.size() > 1 || n == 1 || matches <= numbers[n - 2]);
            const Sequence& other = references[0].sequences[segment];
            const double* triple = triples + 3 * (n - 1);
            CHECK(triple[1] == ngrams_of(other.size(), n));
            CHECK(triple[0] == (triple[1] > 0 ? total : 0));
            CHECK(triple[2] == static_cast<double>(matches_of(output, {&other}, n)));
            CHECK(triple[2] <= triple[0] && triple[2] <= triple[1] && triple[2] <= matches);
            if (output == other) CHECK(triple[2] == total);
            both += triple[2], here += total, elsewhere += triple[1];
            double told = 0;
            for (const auto& [ngram, times] : common(output, there, n)) {
                told += bits(all, ngram, blank) * static_cast<double>(times);
            }
            CHECK(std::abs(weighted[n - 1] - told) <= 1e-9 * (1 + told));
            CHECK(weighted[n_max + n - 1] == total);
        }
        CHECK(pooled[2 * row] == both && pooled[2 * row + 1] == std::max(here, elsewhere));
        CHECK(numbers[width - 2] == static_cast<double>(output.size()));
        const bool exists = std::any_of(there.begin(), there.end(), [&](const Sequence* other) {
            return numbers[width - 1] == static_cast<double>(other->size());
        });
        CHECK(exists);
    }
}

// --- Order ---------------------------------------------------------------------------------------

std::vector<std::size_t> starts(const Sequence& text, const Sequence& ngram) {
    std::vector<std::size_t> found;
    auto from = text.begin();
    for (;; ++from) {
        from = std::search(from, text.end(), ngram.begin(), ngram.end());
        if (from == text.end()) return found;
        found.push_back(static_cast<std::size_t>(from - text.begin()));
    }
}

// By the definition.
Sequence corresponding(const Sequence& output, const Sequence& reference) {
    Sequence found;
    for (std::size_t i = 0; i < output.size(); ++i) {
        bool told = false;
        for (std::size_t window = 0; window < output.size() && !told; ++window) {
            for (const bool ends : {true, false}) {
                if (told || (ends ? window > i : i + window >= output.size())) continue;
                const std::size_t start = ends ? i - window : i;
                const auto from = output.begin() + static_cast<std::ptrdiff_t>(start);
                const Sequence ngram(from, from + static_cast<std::ptrdiff_t>(window) + 1);
                const std::vector<std::size_t> there = starts(reference, ngram);
                if (there.size() != 1 || starts(output, ngram).size() != 1) continue;
                found.push_back(static_cast<std::int32_t>(there[0] + i - start));
                told = true;
            }
        }
    }
    return found;
}

void fuzz_order(Random& random) {
    const std::int32_t alphabet = random_alphabet(random);
    RibesAlignment alignment(alphabet);
    for (int repeat = 0; repeat < 4; ++repeat) {
        const std::int64_t longest = random.one_in(100) ? 2000 : random.one_in(20) ? 60 : 16;
        const Sequence reference = random_sequence(random, alphabet, longest);
        const Sequence output = random.one_in(3) ? random_sequence(random, alphabet, longest)
                                                 : neighbour(random, reference, alphabet);
        const auto rows = static_cast<std::int64_t>(output.size());
        const auto columns = static_cast<std::int64_t>(reference.size());
        const auto own_output = exact(output), own_reference = exact(reference);
        const Span from(own_output.get(), own_output.get() + rows);
        const Span to(own_reference.get(), own_reference.get() + columns);
        const Sequence found = alignment(from, to);
        CHECK(found.size() <= output.size());
        if (longest <= 60) CHECK(found == corresponding(output, reference));

        const Flat texts({output, {}}, {}), others({reference, {}}, {});
        const std::unique_ptr<std::int64_t[]> segments =
            exact(std::vector<std::int64_t>{0, random(0, 1)});
        std::unique_ptr<double[]> numbers(new double[4]);
        ribes_statistics({texts.view, segments.get(), alphabet, 0, 2}, {others.view, others.view},
                         0.25, 0.1, numbers.get());
        CHECK(0 <= numbers[0] && numbers[0] <= 1 && numbers[1] == (columns > 0));
        CHECK(numbers[2] == 0 && numbers[3] == (segments[1] == 0 && columns > 0));
    }
}

// --- Edits ---------------------------------------------------------------------------------------

std::int64_t levenshtein(const Sequence& output, const Sequence& reference) {
    std::vector<std::int64_t> row(reference.size() + 1);
    for (std::size_t j = 0; j <= reference.size(); ++j) row[j] = static_cast<std::int64_t>(j);
    for (const std::int32_t word : output) {
        std::int64_t diagonal = row[0]++;
        for (std::size_t j = 1; j <= reference.size(); ++j) {
            const std::int64_t above = row[j];
            row[j] = std::min({diagonal + (word != reference[j - 1]), above + 1, row[j - 1] + 1});
            diagonal = above;
        }
    }
    return row.back();
}

// The recursion of Leusch et al. 2006, cell by cell.
std::int64_t cover_distance(const Sequence& output, const Sequence& reference) {
    std::vector<std::int64_t> row(output.size() + 1, 1);
    row[0] = 0;
    for (const std::int32_t word : reference) {
        std::int64_t diagonal = row[0]++;
        for (std::size_t i = 1; i <= output.size(); ++i) {
            const std::int64_t above = row[i];
            row[i] = std::min({diagonal + (word != output[i - 1]), above + 1, row[i - 1] + 1});
            diagonal = above;
        }
        const std::int64_t jump = *std::min_element(row.begin(), row.end()) + 1;
        for (std::int64_t& value : row) value = std::min(value, jump);
    }
    return row.back();
}

// Does to the output what the script says, and gives the number of edits.
std::int64_t replay(const Script& script, Sequence words, const Sequence& reference) {
    for (const Shift& shift : script.shifts) {
        CHECK(shift.length > 0 && shift.start >= 0 && shift.target >= 0);
        CHECK(static_cast<std::size_t>(shift.start + shift.length) <= words.size());
        CHECK(static_cast<std::size_t>(shift.target + shift.length) <= words.size());
        const auto from = words.begin() + shift.start;
        const Sequence block(from, from + shift.length);
        words.erase(from, from + shift.length);
        words.insert(words.begin() + shift.target, block.begin(), block.end());
    }
    std::size_t i = 0, j = 0;
    std::int64_t edits = static_cast<std::int64_t>(script.shifts.size());
    for (const char operation : script.operations) {
        CHECK(operation == kInsert || i < words.size());
        CHECK(operation == kDelete || j < reference.size());
        if (operation == kMatch) CHECK(words[i] == reference[j]);
        if (operation == kSubstitute) CHECK(words[i] != reference[j]);
        i += operation != kInsert;
        j += operation != kDelete;
        edits += operation != kMatch;
    }
    CHECK(i == words.size() && j == reference.size());
    return edits;
}

// A few words of another text, so that the table is many times wider than high.
Sequence excerpt(Random& random, const Sequence& words) {
    Sequence few;
    for (std::int64_t i = random(1, 5); i > 0 && !words.empty(); --i) few.push_back(random.pick(words));
    return few;
}

void fuzz_edits(Random& random) {
    const std::int32_t alphabet = random_alphabet(random);
    const bool tercom = random.one_in(2);
    TerSearch search(alphabet, tercom);
    for (int repeat = 0; repeat < 4; ++repeat) {
        // Short, as a sentence, beyond the beam, beyond what cells of two bytes hold; TERCOM's
        // search takes too long for the last.
        const std::int64_t longest = !tercom && random.one_in(400) ? 6000
                                     : random.one_in(8)            ? 150
                                                                   : 24;
        Sequence reference = random_sequence(random, alphabet, longest);
        Sequence output = random.one_in(3)   ? random_sequence(random, alphabet, longest)
                          : random.one_in(4) ? excerpt(random, reference)
                                             : neighbour(random, reference, alphabet);
        if (random.one_in(2)) std::swap(output, reference);
        const auto rows = static_cast<std::int64_t>(output.size());
        const auto columns = static_cast<std::int64_t>(reference.size());
        const auto own_output = exact(output), own_reference = exact(reference);
        const Span from(own_output.get(), own_output.get() + rows);
        const Span to(own_reference.get(), own_reference.get() + columns);

        Script script, fresh_script;
        const std::int64_t edits = search(from, to, &script);
        CHECK(edits == replay(script, output, reference));
        CHECK(edits == search(from, to));
        CHECK(edits >= std::abs(rows - columns) && edits <= std::max(rows, columns) + 1000);
        CHECK(output != reference || edits == 0);
        CHECK(output == reference || edits > 0);
        TerSearch fresh(alphabet, tercom);
        CHECK(edits == fresh(from, to, &fresh_script));
        CHECK(script.operations == fresh_script.operations);

        if (rows * columns > 100000) continue;
        Script plain;
        wer_edit_script(from, to, plain);
        CHECK(plain.shifts.empty());
        const std::int64_t distance = replay(plain, output, reference);
        CHECK(distance == levenshtein(output, reference));
        // Where the beam leaves nothing out, shifts can only help. TERCOM's is one of cost.
        if (tercom ? distance <= 20 : columns <= 24) CHECK(edits <= distance);

        const Flat texts({output, reference}, {}), others({reference, {}}, {});
        const std::unique_ptr<std::int64_t[]> segments =
            exact(std::vector<std::int64_t>{random(0, 1), 0});
        std::unique_ptr<double[]> numbers(new double[4]);
        ter_statistics({texts.view, segments.get(), alphabet, 0, 2},
                               {others.view, others.view}, tercom, numbers.get());
        CHECK(numbers[0] == static_cast<double>(segments[0] == 0 ? edits : rows));
        CHECK(numbers[1] == static_cast<double>(segments[0] == 0 ? columns : 0));
        CHECK(numbers[2] == 0 && numbers[3] == static_cast<double>(columns));
    }
}

// --- METEOR --------------------------------------------------------------------------------------

std::string random_table(Random& random) {
    static const char* const words[] = {"a", "b", "c", "d", "e", "\xC3\xA4", "f f", "\t"};
    std::string text;
    const auto phrase = [&] {
        for (std::int64_t k = random(random.one_in(200) ? 0 : 1, 4); k > 0; --k) {
            text.append(random.pick(words)).push_back(' ');
        }
        text.push_back('\n');
    };
    for (std::int64_t pairs = random(0, 30); pairs > 0; --pairs) {
        text += "0.5\n";
        phrase(), phrase();
    }
    if (random.one_in(10)) text.resize(static_cast<std::size_t>(random(0, static_cast<std::int64_t>(text.size()))));
    return text;
}

// A table in arrays of their exact size; empty if the text is not that of a table.
struct Table {
    explicit Table(Random& random) {
        const std::string text = random_table(random);
        ParaphraseBuilder builder;
        bool fine = true;
        for (std::size_t at = 0; fine && at < text.size();) {
            const std::size_t size = static_cast<std::size_t>(random(1, 40));
            fine = builder.add(std::string_view(text).substr(at, size));
            at += size;
        }
        if (!fine || !builder.finish()) return;
        phrase_ids = exact(builder.phrase_ids), phrase_offsets = exact(builder.phrase_offsets);
        paraphrase_ids = exact(builder.paraphrase_ids);
        paraphrase_offsets = exact(builder.paraphrase_offsets), first = exact(builder.first);
        view.phrases = {phrase_ids.get(), phrase_offsets.get(), nullptr};
        view.of_phrase = {paraphrase_ids.get(), paraphrase_offsets.get(), nullptr};
        view.first = first.get();
        view.words = static_cast<std::int32_t>(builder.first.size()) - 1;
        view.count = static_cast<std::int64_t>(builder.phrase_offsets.size()) - 1;
    }

    std::unique_ptr<std::int32_t[]> phrase_ids, paraphrase_ids, first;
    std::unique_ptr<std::int64_t[]> phrase_offsets, paraphrase_offsets;
    Paraphrases view;
};

void fuzz_meteor(Random& random) {
    const Table table(random);
    const std::int32_t alphabet = static_cast<std::int32_t>(random(1, 8));
    const auto facts = [&](std::int64_t low, std::int64_t high) {
        Sequence made;
        for (std::int32_t id = 0; id < alphabet; ++id) {
            made.push_back(static_cast<std::int32_t>(random(low, high)));
        }
        return exact(made);
    };
    std::vector<Sequence> synsets;
    for (std::int32_t id = 0; id < alphabet; ++id) {
        Sequence ids;
        for (std::int32_t set = 0; set < 6; ++set) {
            if (random.one_in(4)) ids.push_back(set);
        }
        synsets.push_back(ids);
    }
    const Flat flat_synsets(synsets, {});
    std::vector<unsigned char> function;
    for (std::int32_t id = 0; id < alphabet; ++id) function.push_back(random.one_in(3));
    const auto keys = facts(0, 9), stems = facts(0, 4), words = facts(-1, 12), lengths = facts(1, 3);
    const std::unique_ptr<unsigned char[]> flags = exact(function);
    const Lexicon lexicon{keys.get(),  stems.get(), flat_synsets.view, 6,
                          words.get(), flags.get(), lengths.get()};
    MeteorOptions options;
    options.modules = {Module::kExact, Module::kStem, Module::kSynonym, Module::kParaphrase};
    if (table.view.count == 0) options.modules.pop_back();
    options.beam = static_cast<std::int32_t>(random.pick(std::vector<int>{1, 2, 40}));
    options.corrected = random.one_in(2);

    const std::int64_t longest = random.one_in(20) ? 90 : 12;
    const Sequence output = random_sequence(random, alphabet, longest);
    const Sequence reference = random_sequence(random, alphabet, longest);
    const Flat outputs({output, reference}, {}), references({reference}, {});
    const std::unique_ptr<std::int64_t[]> segments = exact(std::vector<std::int64_t>{0, 0});
    std::unique_ptr<double[]> rows(new double[2 * kMeteorColumns]);
    meteor_statistics({outputs.view, segments.get(), alphabet, 0, 2}, references.view, lexicon,
                      table.view, options, rows.get());
    for (const double* row = rows.get(); row < rows.get() + 2 * kMeteorColumns;
         row += kMeteorColumns) {
        for (int side = 0; side < 2; ++side) {
            double matched = 0;
            for (int column = 4 + side; column < 20; column += 2) matched += row[column];
            CHECK(matched <= row[side] && row[2 + side] <= row[side]);
            CHECK(row[20] <= row[21 + side]);
        }
    }
    // What equals its reference is matched word by word.
    const double* same = rows.get() + kMeteorColumns;
    CHECK(same[21] == static_cast<double>(reference.size()));
    CHECK(same[23] == (same[20] == 1 ? 1 : 0));
}

void fuzz_distances(Random& random) {
    const std::int32_t alphabet = random_alphabet(random);
    EditDistance edits(alphabet);
    CoverDistance covers(alphabet);
    for (int repeat = 0; repeat < 4; ++repeat) {
        // Within a block of rows, several blocks, several strips of them in a band.
        const std::int64_t longest = random.one_in(60) ? 2000 : random.one_in(4) ? 200 : 24;
        const Sequence reference = random_sequence(random, alphabet, longest);
        const Sequence output = random.one_in(3) ? random_sequence(random, alphabet, longest)
                                                 : neighbour(random, reference, alphabet);
        const Flat texts({output}, {}), others({reference}, {});
        CHECK(edits(texts.view[0], others.view[0]) == levenshtein(output, reference));
        CHECK(edits(others.view[0], texts.view[0]) == levenshtein(output, reference));
        CHECK(covers(texts.view[0], others.view[0]) == cover_distance(output, reference));
        CHECK(covers(others.view[0], texts.view[0]) == cover_distance(reference, output));

        const std::unique_ptr<std::int64_t[]> segments = exact(std::vector<std::int64_t>{0});
        const Outputs given{texts.view, segments.get(), alphabet, 0, 1};
        std::unique_ptr<double[]> edit(new double[2]), cover(new double[2]), bag(new double[3]);
        wer_statistics(given, others.view, edit.get());
        cder_statistics(given, others.view, cover.get());
        per_statistics(given, others.view, bag.get());
        const double words = static_cast<double>(reference.size());
        CHECK(edit[1] == words && cover[1] == words && bag[2] == words);
        CHECK(edit[0] == static_cast<double>(levenshtein(output, reference)));
        CHECK(cover[0] == static_cast<double>(cover_distance(output, reference)));
        const double matches = static_cast<double>(matches_of(output, {&reference}, 1));
        CHECK(bag[0] == words - matches);
        CHECK(bag[1] == static_cast<double>(output.size()) - matches);
        CHECK(std::max(bag[0], bag[1]) <= edit[0]);
    }
}

void fuzz_concordance(Random& random) {
    const std::int32_t size = 1 + static_cast<std::int32_t>(random(0, 39));
    const std::int32_t classes =
        1 + static_cast<std::int32_t>(random(0, random.one_in(3) ? 69999 : 19));
    const double epsilon = static_cast<double>(random(0, 2));
    std::vector<std::int32_t> cells, ranks;
    std::vector<unsigned char> sides, masks;
    std::vector<double> values;
    double value = 0;
    for (std::int32_t i = 0; i < 2 * size; ++i) {
        value += static_cast<double>(random(0, 2));
        values.push_back(value);
        cells.push_back(static_cast<std::int32_t>(random(0, size - 1)));
        sides.push_back(static_cast<unsigned char>(random(0, 1)));
    }
    for (std::int32_t i = 0; i < size; ++i) {
        ranks.push_back(static_cast<std::int32_t>(random(0, classes - 1)));
    }
    for (std::int32_t i = 0; i < 2 * size; ++i) {
        masks.push_back(static_cast<unsigned char>(random(0, 1)));
    }
    const auto own_cells = exact(cells), own_ranks = exact(ranks);
    const auto own_sides = exact(sides), own_masks = exact(masks);
    const auto own_values = exact(values);
    std::unique_ptr<double[]> rows(new double[2 * kConcordanceColumns]);
    concordance({own_cells.get(), own_sides.get(), own_values.get(), 2 * size}, epsilon,
                {own_ranks.get(), size, classes}, own_masks.get(), 2, rows.get());
    for (int replicate = 0; replicate < 2; ++replicate) {
        for (int side = 0; side < 2; ++side) {
            double apart = 0, same = 0, equal = 0;
            for (std::int32_t i = 0; i < 2 * size; ++i) {
                for (std::int32_t j = 0; j < i; ++j) {
                    const unsigned char* mask = masks.data() + replicate * size;
                    if ((sides[i] ^ mask[cells[i]]) != side) continue;
                    if ((sides[j] ^ mask[cells[j]]) != side) continue;
                    if (values[i] - values[j] <= epsilon) continue;
                    apart += 1;
                    same += ranks[cells[j]] < ranks[cells[i]];
                    equal += ranks[cells[j]] == ranks[cells[i]];
                }
            }
            const double* row = rows.get() + replicate * kConcordanceColumns + 3 * side;
            CHECK(row[0] == apart && row[1] == same && row[2] == equal);
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: fuzz SEED SECONDS\n");
        return 2;
    }
    const std::uint64_t seed = std::strtoull(arguments[1], nullptr, 10);
    const std::chrono::duration<double> limit(std::strtod(arguments[2], nullptr));
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t rounds = 0;
    while (std::chrono::steady_clock::now() - start < limit) {
        // A round can be run again alone: its seed, and no time at all.
        seed_of_round = seed + rounds++;
        Random random(seed_of_round);
        fuzz_text(random);
        fuzz_ngrams(random);
        fuzz_order(random);
        fuzz_edits(random);
        fuzz_meteor(random);
        fuzz_distances(random);
        fuzz_concordance(random);
    }
    std::printf("%llu rounds, built with %s\n", static_cast<unsigned long long>(rounds), build());
    return 0;
}
