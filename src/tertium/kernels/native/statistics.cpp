#include "statistics.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include "distances.hpp"
#include "edits.hpp"
#include "ngrams.hpp"

namespace tertium {
namespace {

std::int64_t ngrams_of(std::int64_t length, int n) { return std::max<std::int64_t>(0, length - n + 1); }

std::int64_t closest_length(std::int64_t length, const std::vector<Ragged>& references,
                            std::int64_t segment) {
    std::int64_t closest = 0;
    std::int64_t distance = std::numeric_limits<std::int64_t>::max();
    for (const Ragged& reference : references) {
        if (!reference.has(segment)) continue;
        const std::int64_t other = reference.size(segment);
        const std::int64_t apart = std::abs(other - length);
        if (apart < distance || (apart == distance && other < closest)) {
            distance = apart;
            closest = other;
        }
    }
    return closest;
}

template <typename Distance>
void distance_statistics(const Outputs& outputs, const Ragged& reference, double* rows) {
    Distance distance(outputs.alphabet);
    for (std::int64_t i = outputs.begin; i < outputs.end; ++i, rows += 2) {
        const Span other = reference[outputs.segments[i]];
        rows[0] = static_cast<double>(distance(outputs.texts[i], other));
        rows[1] = static_cast<double>(other.size());
    }
}

}  // namespace

void bleu_statistics(const Outputs& outputs, const std::vector<Ragged>& references, int order,
                     double* rows) {
    NgramMatcher matcher(outputs.alphabet, order);
    const std::int64_t width = 2 * order + 2;
    matcher(outputs, references, [&](std::int64_t i, const std::int32_t* matches) {
        double* row = rows + (i - outputs.begin) * width;
        const std::int64_t length = outputs.texts.size(i);
        for (int n = 1; n <= order; ++n) {
            row[n - 1] = matches[n - 1];
            row[order + n - 1] = static_cast<double>(ngrams_of(length, n));
        }
        row[width - 2] = static_cast<double>(length);
        row[width - 1] =
            static_cast<double>(closest_length(length, references, outputs.segments[i]));
    });
}

void overlap_statistics(const Outputs& outputs, const Ragged& reference, int order,
                        std::int64_t width, double* rows) {
    NgramMatcher matcher(outputs.alphabet, order);
    matcher(outputs, {reference}, [&](std::int64_t i, const std::int32_t* matches) {
        double* row = rows + (i - outputs.begin) * width;
        for (int n = 1; n <= order; ++n, row += 3) {
            const std::int64_t there = ngrams_of(reference.size(outputs.segments[i]), n);
            const std::int64_t here = there > 0 ? ngrams_of(outputs.texts.size(i), n) : 0;
            row[0] = static_cast<double>(here);
            row[1] = static_cast<double>(there);
            row[2] = matches[n - 1];
        }
    });
}

void pooled_statistics(const Outputs& outputs, const Ragged& reference, int order, double* rows) {
    NgramMatcher matcher(outputs.alphabet, order);
    matcher(outputs, {reference}, [&](std::int64_t i, const std::int32_t* matches) {
        double* row = rows + 2 * (i - outputs.begin);
        std::int64_t both = 0, here = 0, there = 0;
        for (int n = 1; n <= order; ++n) {
            both += matches[n - 1];
            here += ngrams_of(outputs.texts.size(i), n);
            there += ngrams_of(reference.size(outputs.segments[i]), n);
        }
        row[0] = static_cast<double>(both);
        row[1] = static_cast<double>(std::max(here, there));
    });
}

void bag_statistics(const Outputs& outputs, const Ragged& reference, double* rows) {
    NgramMatcher matcher(outputs.alphabet, 1);
    matcher(outputs, {reference}, [&](std::int64_t i, const std::int32_t* matches) {
        double* row = rows + 3 * (i - outputs.begin);
        const std::int64_t words = reference.size(outputs.segments[i]);
        row[0] = static_cast<double>(words - matches[0]);
        row[1] = static_cast<double>(outputs.texts.size(i) - matches[0]);
        row[2] = static_cast<double>(words);
    });
}

void edit_statistics(const Outputs& outputs, const Ragged& reference, double* rows) {
    distance_statistics<EditDistance>(outputs, reference, rows);
}

void cover_statistics(const Outputs& outputs, const Ragged& reference, double* rows) {
    distance_statistics<CoverDistance>(outputs, reference, rows);
}

void translation_statistics(const Outputs& outputs, const std::vector<Ragged>& references,
                            double* rows) {
    TranslationEdits count(outputs.alphabet);
    for (std::int64_t i = outputs.begin; i < outputs.end; ++i, rows += 2) {
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        double words = 0, present = 0;
        for (const Ragged& reference : references) {
            const std::int64_t segment = outputs.segments[i];
            if (!reference.has(segment)) continue;
            fewest = std::min(fewest, count(outputs.texts[i], reference[segment]));
            words += static_cast<double>(reference.size(segment));
            present += 1;
        }
        rows[0] = static_cast<double>(fewest);
        rows[1] = words / present;
    }
}

}  // namespace tertium
