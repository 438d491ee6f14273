// Words of an output and its reference as small numbers, which fit into the cells of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ragged.hpp"
#include "zeros.hpp"

namespace tertium {

// Words numbered by their occurrence in the reference, with their positions.
class Numbering {
  public:
    explicit Numbering(std::int32_t alphabet) : number_(alphabet) {}

    template <typename Cell>
    void operator()(Span output, Span reference, std::vector<Cell>& words, std::vector<Cell>& refs) {
        const std::size_t columns = static_cast<std::size_t>(reference.size());
        refs.resize(columns + 1);
        words.resize(static_cast<std::size_t>(output.size()));
        head_.clear();
        count_.clear();
        next_.assign(columns, -1);
        // From the right, so that the occurrences of a word are chained from left to right.
        for (std::size_t j = columns; j-- > 0;) {
            std::int32_t& number = number_[reference[static_cast<std::int64_t>(j)]];
            if (number == 0) {
                head_.push_back(-1);
                count_.push_back(0);
                number = static_cast<std::int32_t>(head_.size());
            }
            const std::size_t at = static_cast<std::size_t>(number - 1);
            next_[j] = head_[at];
            head_[at] = static_cast<std::int32_t>(j);
            ++count_[at];
            refs[j] = static_cast<Cell>(number - 1);
        }
        refs[columns] = -2;
        shared_ = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::int32_t number = number_[output[static_cast<std::int64_t>(i)]] - 1;
            words[i] = static_cast<Cell>(number);
            if (number >= 0 && count_[static_cast<std::size_t>(number)]-- > 0) ++shared_;
        }
        for (const std::int32_t id : reference) number_[id] = 0;
    }

    // Number of words that output and reference share, ignoring order.
    std::int64_t shared() const { return shared_; }

    // First position of each word in the reference, by its number.
    const std::vector<std::int32_t>& first() const { return head_; }

    // Next position of the word at `position` of the reference, -1 if there is none.
    std::int32_t next(std::int64_t position) const {
        return next_[static_cast<std::size_t>(position)];
    }

  private:
    Zeros number_;
    std::vector<std::int32_t> head_, next_, count_;
    std::int64_t shared_ = 0;
};

}  // namespace tertium
