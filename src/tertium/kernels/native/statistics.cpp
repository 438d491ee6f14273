#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include "ribes_alignment.hpp"
#include "distances.hpp"
#include "ter.hpp"
#include "ngrams.hpp"
#include "zeros.hpp"

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

double mean_length(const std::vector<Ragged>& references, std::int64_t segment) {
    double words = 0, present = 0;
    for (const Ragged& reference : references) {
        words += static_cast<double>(reference.size(segment));
        present += reference.has(segment);
    }
    return words / present;
}

// Share of the pairs that rise; the numbers are below `limit`.
class Rising {
  public:
    double operator()(const std::vector<std::int32_t>& numbers, std::int64_t limit) {
        const std::int64_t rising =
            numbers.size() <= kFew ? among_few(numbers) : among_many(numbers, limit);
        const double size = static_cast<double>(numbers.size());
        return static_cast<double>(rising) / (size * (size - 1) / 2);
    }

  private:
    // Short sequences are compared directly, several at a time, which is faster than a tree.
    static constexpr std::size_t kFew = 64;

    std::int64_t among_few(const std::vector<std::int32_t>& numbers) const {
        std::int64_t rising = 0;
        for (auto number = numbers.begin(); number != numbers.end(); ++number) {
            std::int32_t lower = 0;
            for (auto earlier = numbers.begin(); earlier != number; ++earlier) {
                lower += *earlier < *number;
            }
            rising += lower;
        }
        return rising;
    }

    // Sums of counts in a Fenwick tree: how many numbers so far are below another.
    std::int64_t among_many(const std::vector<std::int32_t>& numbers, std::int64_t limit) {
        below_.assign(static_cast<std::size_t>(limit) + 1, 0);
        std::int64_t rising = 0;
        for (const std::int32_t number : numbers) {
            for (std::int64_t at = number; at > 0; at &= at - 1) rising += count(at);
            for (std::int64_t at = number + 1; at <= limit; at += at & -at) ++count(at);
        }
        return rising;
    }

    std::int32_t& count(std::int64_t at) { return below_[static_cast<std::size_t>(at)]; }

    std::vector<std::int32_t> below_;
};

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

void nist_statistics(const Outputs& outputs, const std::vector<Ragged>& references,
                     const NistInformation& information, double* rows) {
    const int order = information.order();
    Zeros limit(information.size()), count(information.size());
    std::vector<std::int32_t> limited, counted;
    const auto clear = [](Zeros& numbers, std::vector<std::int32_t>& nodes) {
        for (const std::int32_t node : nodes) numbers[node] = 0;
        nodes.clear();
    };
    for (std::int64_t i = outputs.begin; i < outputs.end;) {
        const std::int64_t segment = outputs.segments[i];
        for (const Ragged& reference : references) {
            information.walk(reference[segment], [&](int, std::int32_t node) {
                limit[node] = std::max(limit[node], ++count[node]);
                limited.push_back(node);
                counted.push_back(node);
                return true;
            });
            clear(count, counted);
        }
        for (; i < outputs.end && outputs.segments[i] == segment; ++i, rows += 2 * order + 1) {
            std::fill_n(rows, order, 0.0);
            information.walk(outputs.texts[i], [&](int n, std::int32_t node) {
                if (count[node]++ < limit[node]) rows[n - 1] += information[node];
                counted.push_back(node);
                return limit[node] > 0;
            });
            clear(count, counted);
            for (int n = 1; n <= order; ++n) {
                rows[order + n - 1] = static_cast<double>(ngrams_of(outputs.texts.size(i), n));
            }
            rows[2 * order] = mean_length(references, segment);
        }
        clear(limit, limited);
    }
}

void chrf_statistics(const Outputs& outputs, const Ragged& reference, int order,
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

void gleu_statistics(const Outputs& outputs, const Ragged& reference, int order, double* rows) {
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

void per_statistics(const Outputs& outputs, const Ragged& reference, double* rows) {
    NgramMatcher matcher(outputs.alphabet, 1);
    matcher(outputs, {reference}, [&](std::int64_t i, const std::int32_t* matches) {
        double* row = rows + 3 * (i - outputs.begin);
        const std::int64_t words = reference.size(outputs.segments[i]);
        row[0] = static_cast<double>(words - matches[0]);
        row[1] = static_cast<double>(outputs.texts.size(i) - matches[0]);
        row[2] = static_cast<double>(words);
    });
}

void wer_statistics(const Outputs& outputs, const Ragged& reference, double* rows) {
    distance_statistics<EditDistance>(outputs, reference, rows);
}

void cder_statistics(const Outputs& outputs, const Ragged& reference, double* rows) {
    distance_statistics<CoverDistance>(outputs, reference, rows);
}

void ter_statistics(const Outputs& outputs, const std::vector<Ragged>& references,
                            bool tercom, double* rows) {
    TerSearch count(outputs.alphabet, tercom);
    for (std::int64_t i = outputs.begin; i < outputs.end; ++i, rows += 2) {
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        const std::int64_t segment = outputs.segments[i];
        for (const Ragged& reference : references) {
            if (!reference.has(segment)) continue;
            fewest = std::min(fewest, count(outputs.texts[i], reference[segment]));
        }
        rows[0] = static_cast<double>(fewest);
        rows[1] = mean_length(references, segment);
    }
}

void ribes_statistics(const Outputs& outputs, const std::vector<Ragged>& references, double alpha,
                      double beta, double* rows) {
    RibesAlignment alignment(outputs.alphabet);
    Rising rising;
    const auto score = [&](Span output, Span reference) {
        const std::vector<std::int32_t>& found = alignment(output, reference);
        // Word order needs two aligned words, unless the reference has one word only.
        const bool single = found.size() == 1 && reference.size() == 1;
        if (found.size() < 2 && !single) return 0.0;
        const double words = static_cast<double>(output.size());
        const double order = single ? 1 : rising(found, reference.size());
        const double precision = static_cast<double>(found.size()) / words;
        const double longer = static_cast<double>(reference.size()) / words;
        return order * std::pow(precision, alpha) *
               std::pow(std::min(1.0, std::exp(1 - longer)), beta);
    };
    for (std::int64_t i = outputs.begin; i < outputs.end; ++i, rows += 2) {
        rows[0] = rows[1] = 0;
        for (const Ragged& reference : references) {
            const Span other = reference[outputs.segments[i]];
            if (other.size() == 0) continue;
            rows[0] = std::max(rows[0], score(outputs.texts[i], other));
            rows[1] = 1;
        }
    }
}

}  // namespace tertium
