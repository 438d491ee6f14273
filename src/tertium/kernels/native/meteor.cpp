// Longer than 400 lines: matching, the beam search and the counts share one layout of an alignment.
#include "meteor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include "pause.hpp"
#include "zeros.hpp"

namespace tertium {
namespace {

// Limits above which an alignment would take minutes or gigabytes.
constexpr std::int64_t kMostPairs = std::int64_t{1} << 28;
constexpr std::size_t kMostMatches = std::size_t{1} << 21;

// Number of steps collected before all but the best are dropped.
constexpr std::size_t kMostSteps = std::size_t{1} << 14;

// Approximate nanoseconds per step.
constexpr std::int64_t kStep = 16;

struct Match {
    std::int32_t module, start, length;      // in the reference
    std::int32_t output_start, output_length;
};

// Quality of a partial alignment, up to a word of the reference.
struct Path {
    std::int32_t gained = 0, chunks = 0, distance = 0;
    std::int32_t next = 0;       // first word of the reference not yet decided
    std::int32_t last_end = -1;  // where the last match ends in the output, -1 if not just before
    std::int32_t chosen = -1;    // last match chosen, a node

    // More words first, then fewer chunks, then a shorter distance; as one number to compare.
    std::uint64_t rank() const {
        return static_cast<std::uint64_t>(INT32_MAX - gained) << 32 |
               static_cast<std::uint32_t>(chunks);
    }
    bool operator<(const Path& other) const {
        return rank() != other.rank() ? rank() < other.rank() : distance < other.distance;
    }
};

// A path one step longer: it takes a match, or none (kNone). Its words are marked only if it is
// one of the best.
struct Step {
    Path path;
    std::int32_t from, match, order;

    bool operator<(const Step& other) const {
        if (path < other.path) return true;
        return !(other.path < path) && order < other.order;
    }
};
constexpr std::int32_t kNone = -1;

// A word of the output in a synset, and the next such one, from 1.
struct Member {
    std::int32_t word, next;
};

struct Node {
    std::int32_t before, match;
};

// Words used by some paths: for each path a bit for every word of the reference and the output.
class Used {
  public:
    void reset(std::size_t words) {
        stride_ = (words + 63) / 64;
        bits_.assign(stride_, 0);
    }
    bool any(std::size_t path, std::int64_t begin, std::int64_t end) const {
        for (std::int64_t at = begin; at < end; ++at) {
            const std::size_t bit = static_cast<std::size_t>(at);
            if (bits_[path * stride_ + bit / 64] >> (bit % 64) & 1) return true;
        }
        return false;
    }
    void mark(std::size_t path, std::int64_t begin, std::int64_t end) {
        for (std::int64_t at = begin; at < end; ++at) {
            const std::size_t bit = static_cast<std::size_t>(at);
            bits_[path * stride_ + bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
    }
    // Makes these the words used by some paths of another, in that order.
    void copy(const Used& other, const std::vector<Step>& steps) {
        stride_ = other.stride_;
        bits_.resize(stride_ * steps.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const std::size_t from = static_cast<std::size_t>(steps[i].from);
            std::copy_n(other.bits_.begin() + static_cast<std::ptrdiff_t>(from * stride_), stride_,
                        bits_.begin() + static_cast<std::ptrdiff_t>(i * stride_));
        }
    }

  private:
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> bits_;
};

class Aligner {
  public:
    Aligner(const Lexicon& lexicon, const Paraphrases& paraphrases, const MeteorOptions& options)
        : lexicon_(lexicon),
          table_(paraphrases),
          options_(options),
          place_(paraphrases.count),
          first_member_(lexicon.synset_count) {}

    // False if the texts are too long.
    bool operator()(Span output, Span reference, double* row) {
        output_ = output;
        reference_ = reference;
        if (output.size() * reference.size() > kMostPairs || !find_matches()) return false;
        sort_matches();
        fix_matches();
        search();
        count(row);
        return true;
    }

  private:
    // --- Candidate matches ----------------------------------------------------------------------

    bool find_matches() {
        found_.clear();
        const bool same = reference_.size() == output_.size() && std::equal(
            output_.begin(), output_.end(), reference_.begin(),
            [this](std::int32_t a, std::int32_t b) { return key(a) == key(b); });
        // Equal sentences need exact matches only.
        const std::size_t modules = same ? 1 : options_.modules.size();
        for (std::size_t i = 0; i < modules; ++i) {
            const std::int32_t module = static_cast<std::int32_t>(i);
            bool fine = true;
            switch (options_.modules[i]) {
                case Module::kExact:
                    fine = match_words(module, [this](std::int32_t a, std::int32_t b) {
                        return key(a) == key(b);
                    });
                    break;
                case Module::kStem:
                    fine = match_words(module, [this](std::int32_t a, std::int32_t b) {
                        return lexicon_.stems[a] == lexicon_.stems[b] && key(a) != key(b);
                    });
                    break;
                case Module::kSynonym:
                    fine = match_synonyms(module);
                    break;
                case Module::kParaphrase:
                    fine = match_phrases(module);
                    break;
            }
            if (!fine) return false;
        }
        return true;
    }

    std::int32_t key(std::int32_t id) const { return lexicon_.keys[id]; }

    template <typename Same>
    bool match_words(std::int32_t module, Same same) {
        for (std::int32_t j = 0; j < reference_.size(); ++j) {
            for (std::int32_t i = 0; i < output_.size(); ++i) {
                if (same(output_[i], reference_[j])) found_.push_back({module, j, 1, i, 1});
            }
            pause_.after(output_.size());
            if (found_.size() > kMostMatches) return false;
        }
        return true;
    }

    bool match_synonyms(std::int32_t module) {
        // For each synset the words of the output that are in it, as a list.
        members_.clear();
        for (std::int32_t i = 0; i < output_.size(); ++i) {
            for (const std::int32_t synset : lexicon_.synsets[output_[i]]) {
                std::int32_t& first = first_member_[synset];
                members_.push_back({i, first});
                first = static_cast<std::int32_t>(members_.size());
            }
        }
        bool fine = true;
        last_synonym_.assign(static_cast<std::size_t>(output_.size()), kNone);
        for (std::int32_t j = 0; fine && j < reference_.size(); ++j) {
            for (const std::int32_t synset : lexicon_.synsets[reference_[j]]) {
                for (std::int32_t at = first_member_[synset]; at > 0;) {
                    const Member& member = members_[static_cast<std::size_t>(at - 1)];
                    last_synonym_[static_cast<std::size_t>(member.word)] = j;
                    at = member.next;
                }
            }
            for (std::int32_t i = 0; i < output_.size(); ++i) {
                if (last_synonym_[static_cast<std::size_t>(i)] == j &&
                    key(output_[i]) != key(reference_[j])) {
                    found_.push_back({module, j, 1, i, 1});
                }
            }
            pause_.after(output_.size());
            fine = found_.size() <= kMostMatches;
        }
        for (const std::int32_t id : output_) {
            for (const std::int32_t synset : lexicon_.synsets[id]) first_member_[synset] = 0;
        }
        return fine;
    }

    bool match_phrases(std::int32_t module) {
        occurrences(output_, in_output_);
        occurrences(reference_, in_reference_);
        const bool fine =
            match_phrases(in_reference_, in_output_, [&](const Occurrence& a, const Occurrence& b) {
                found_.push_back({module, a.start, a.length, b.start, b.length});
            });
        return fine &&
               match_phrases(in_output_, in_reference_, [&](const Occurrence& a, const Occurrence& b) {
                   found_.push_back({module, b.start, b.length, a.start, a.length});
               });
    }

    void occurrences(Span text, std::vector<Occurrence>& found) {
        words_.clear();
        for (const std::int32_t id : text) words_.push_back(lexicon_.table_words[id]);
        found.clear();
        find_phrases(table_, {words_.data(), words_.data() + words_.size()}, found);
    }

    // Each phrase in one text with each of its paraphrases in the other, from left to right there.
    template <typename Add>
    bool match_phrases(const std::vector<Occurrence>& ones, const std::vector<Occurrence>& others,
                       Add add) {
        next_.assign(others.size(), 0);
        for (std::size_t i = others.size(); i-- > 0;) {
            std::int32_t& place = place_[others[i].phrase];
            next_[i] = place;
            place = static_cast<std::int32_t>(i) + 1;
        }
        for (const Occurrence& one : ones) {
            for (const std::int32_t paraphrase : table_.of_phrase[one.phrase]) {
                for (std::int32_t at = place_[paraphrase]; at > 0;) {
                    const std::size_t other = static_cast<std::size_t>(at - 1);
                    add(one, others[other]);
                    at = next_[other];
                }
            }
        }
        for (const Occurrence& other : others) place_[other.phrase] = 0;
        return found_.size() <= kMostMatches;
    }

    // Groups the matches by their first word in the reference, in the order they were found.
    void sort_matches() {
        const std::size_t length = static_cast<std::size_t>(reference_.size());
        begin_.assign(length + 1, 0);
        for (const Match& match : found_) ++begin_[static_cast<std::size_t>(match.start) + 1];
        for (std::size_t j = 0; j < length; ++j) begin_[j + 1] += begin_[j];
        matches_.resize(found_.size());
        cursor_.assign(begin_.begin(), begin_.end() - 1);
        for (const Match& match : found_) {
            matches_[cursor_[static_cast<std::size_t>(match.start)]++] = match;
        }
    }

    // --- Choice of matches ----------------------------------------------------------------------

    // A match that shares no word with another is part of every alignment.
    void fix_matches() {
        const std::size_t length = static_cast<std::size_t>(reference_.size());
        over_reference_.assign(length, 0);
        over_output_.assign(static_cast<std::size_t>(output_.size()), 0);
        for (const Match& match : matches_) {
            for (std::int32_t k = 0; k < match.length; ++k) {
                ++over_reference_[static_cast<std::size_t>(match.start + k)];
            }
            for (std::int32_t k = 0; k < match.output_length; ++k) {
                ++over_output_[static_cast<std::size_t>(match.output_start + k)];
            }
        }
        used_.reset(length + over_output_.size());
        chosen_.assign(length, kNone);
        for (std::size_t j = 0; j < length; ++j) {
            if (begin_[j + 1] - begin_[j] != 1) continue;
            const Match& match = matches_[begin_[j]];
            bool alone = true;
            for (std::int32_t k = 0; k < match.length; ++k) {
                alone &= over_reference_[static_cast<std::size_t>(match.start + k)] == 1;
            }
            for (std::int32_t k = 0; k < match.output_length; ++k) {
                alone &= over_output_[static_cast<std::size_t>(match.output_start + k)] == 1;
            }
            if (!alone) continue;
            chosen_[j] = static_cast<std::int32_t>(begin_[j]);
            mark(0, match, used_);
        }
    }

    void mark(std::size_t path, const Match& match, Used& used) const {
        const std::int64_t output = reference_.size() + match.output_start;
        used.mark(path, match.start, match.start + match.length);
        used.mark(path, output, output + match.output_length);
    }

    bool is_free(std::size_t path, const Match& match) const {
        const std::int64_t output = reference_.size() + match.output_start;
        return !used_.any(path, match.start, match.start + match.length) &&
               !used_.any(path, output, output + match.output_length);
    }

    // A beam search over the words of the reference, from left to right.
    void search() {
        paths_.assign(1, Path{});
        nodes_.clear();
        for (std::int32_t at = 0; at < reference_.size(); ++at) {
            steps_.clear();
            made_ = 0;
            for (std::size_t i = 0; i < paths_.size(); ++i) extend(i, at);
            go_on();
            // The words used by each path are copied, one bit per word.
            pause_.after(static_cast<std::int64_t>(paths_.size()) *
                         (reference_.size() + output_.size()) / 64);
        }
        for (Path& path : paths_) path.chunks += path.last_end != kNone;
        const Path best = *std::min_element(paths_.begin(), paths_.end());
        for (std::int32_t node = best.chosen; node != kNone;) {
            const Node& here = nodes_[static_cast<std::size_t>(node)];
            chosen_[static_cast<std::size_t>(matches_[static_cast<std::size_t>(here.match)].start)] =
                here.match;
            node = here.before;
        }
    }

    void extend(std::size_t number, std::int32_t at) {
        const std::int32_t from = static_cast<std::int32_t>(number);
        Path path = paths_[number];
        if (used_.any(number, at, at + 1)) {
            if (at >= path.next) {
                const Match& fixed = matches_[static_cast<std::size_t>(
                    chosen_[static_cast<std::size_t>(at)])];
                path.distance += std::abs(fixed.start - fixed.output_start);
                take(path, fixed);
            }
            add_step(path, from, kNone);
            return;
        }
        const std::size_t begin = begin_[static_cast<std::size_t>(at)];
        const std::size_t end = begin_[static_cast<std::size_t>(at) + 1];
        for (std::size_t i = begin; i < end; ++i) {
            const Match& match = matches_[i];
            if (!is_free(number, match)) continue;
            Path longer = path;
            take(longer, match);
            // METEOR 1.5 adds the distance to the path that continues without the match.
            Path& charged = options_.corrected ? longer : path;
            charged.distance += std::abs(match.start - match.output_start);
            add_step(longer, from, static_cast<std::int32_t>(i));
        }
        path.chunks += path.last_end != kNone;
        path.last_end = kNone;
        ++path.next;
        add_step(path, from, kNone);
    }

    void add_step(const Path& path, std::int32_t from, std::int32_t match) {
        if (steps_.size() == kMostSteps) keep_best();
        steps_.push_back({path, from, match, made_++});
        pause_.after(kStep);
    }

    void keep_best() {
        const std::size_t kept = std::min(steps_.size(), static_cast<std::size_t>(options_.beam));
        // If no match begins here, the order rarely changes.
        if (kept == steps_.size() && std::is_sorted(steps_.begin(), steps_.end())) return;
        std::partial_sort(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(kept),
                          steps_.end());
        steps_.resize(kept);
    }

    void take(Path& path, const Match& match) const {
        path.gained += gain(match, match.length) + gain(match, match.output_length);
        path.chunks += path.last_end != kNone && match.output_start != path.last_end;
        path.next = match.start + match.length;
        path.last_end = match.output_start + match.output_length;
    }

    // An exact match counts 1 per word, any other 1/2. METEOR 1.5 rounds each down, so that a match
    // of one word counts 0; if corrected, all counts are doubled.
    std::int32_t gain(const Match& match, std::int32_t words) const {
        const bool exact = options_.modules[static_cast<std::size_t>(match.module)] == Module::kExact;
        if (options_.corrected) return exact ? 2 * words : words;
        return exact ? words : words / 2;
    }

    // Turns the best steps into paths.
    void go_on() {
        keep_best();
        next_used_.copy(used_, steps_);
        std::swap(used_, next_used_);
        paths_.clear();
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            Path path = steps_[i].path;
            if (steps_[i].match != kNone) {
                nodes_.push_back({path.chosen, steps_[i].match});
                path.chosen = static_cast<std::int32_t>(nodes_.size()) - 1;
                mark(i, matches_[static_cast<std::size_t>(steps_[i].match)], used_);
            }
            paths_.push_back(path);
        }
    }

    // --- Statistics -----------------------------------------------------------------------------

    void count(double* row) const {
        std::fill_n(row, kMeteorColumns, 0.0);
        for (const std::int32_t id : output_) add(id, row[0], row[2]);
        for (const std::int32_t id : reference_) add(id, row[1], row[3]);
        double* const modules = row + 4;
        double& chunks = modules[4 * kMeteorModules];
        double matched = 0, matched_in_reference = 0;
        std::int32_t last_end = kNone;
        for (std::int32_t j = 0; j < reference_.size();) {
            const std::int32_t number = chosen_[static_cast<std::size_t>(j)];
            if (number == kNone) {
                last_end = kNone;
                ++j;
                continue;
            }
            const Match& match = matches_[static_cast<std::size_t>(number)];
            double* const module = modules + 4 * match.module;
            for (std::int32_t k = 0; k < match.output_length; ++k) {
                const std::int32_t id = output_[match.output_start + k];
                module[lexicon_.function[id] ? 2 : 0] += lexicon_.lengths[id];
                matched += lexicon_.lengths[id];
            }
            for (std::int32_t k = 0; k < match.length; ++k) {
                const std::int32_t id = reference_[match.start + k];
                module[lexicon_.function[id] ? 3 : 1] += lexicon_.lengths[id];
                matched_in_reference += lexicon_.lengths[id];
            }
            chunks += match.output_start != last_end;
            (&chunks)[1] += match.output_length;
            (&chunks)[2] += match.length;
            j = match.start + match.length;
            last_end = match.output_start + match.output_length;
        }
        const bool whole = matched == row[0] && matched_in_reference == row[1] && chunks == 1;
        (&chunks)[3] = whole;
    }

    void add(std::int32_t id, double& length, double& function) const {
        length += lexicon_.lengths[id];
        if (lexicon_.function[id]) function += lexicon_.lengths[id];
    }

    const Lexicon& lexicon_;
    const Paraphrases& table_;
    const MeteorOptions& options_;
    Zeros place_;         // of a phrase, its first occurrence, from 1
    Zeros first_member_;  // of a synset, its first member, from 1
    std::vector<Member> members_;
    std::vector<std::int32_t> last_synonym_;  // of a word of the output, in the reference
    Span output_, reference_;
    std::vector<Match> found_, matches_;
    std::vector<std::size_t> begin_, cursor_;
    std::vector<std::int32_t> words_, next_, over_reference_, over_output_, chosen_;
    std::vector<Occurrence> in_output_, in_reference_;
    std::vector<Path> paths_;
    std::vector<Step> steps_;
    std::int32_t made_ = 0;
    std::vector<Node> nodes_;
    Used used_, next_used_;
    Pause pause_;
};

}  // namespace

void meteor_statistics(const Outputs& outputs, const Ragged& reference, const Lexicon& lexicon,
                       const Paraphrases& paraphrases, const MeteorOptions& options, double* rows) {
    Aligner align(lexicon, paraphrases, options);
    for (std::int64_t i = outputs.begin; i < outputs.end; ++i, rows += kMeteorColumns) {
        if (!align(outputs.texts[i], reference[outputs.segments[i]], rows)) {
            std::fill_n(rows, kMeteorColumns, std::numeric_limits<double>::quiet_NaN());
        }
    }
}

}  // namespace tertium
