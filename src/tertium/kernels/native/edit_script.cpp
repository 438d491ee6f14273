#include "edit_script.hpp"

#include "distance_table.hpp"

namespace tertium {

void wer_edit_script(Span output, Span reference, Script& script) {
    Band band;
    band.whole(output.size(), reference.size());
    std::vector<std::int32_t> words(reference.begin(), reference.end());
    words.push_back(-1);
    const Recurrence<std::int32_t> recurrence{&band, words.data()};
    Rows<std::int32_t> table;
    table.reserve(band, 0, output.size());
    recurrence.first(table.row(0));
    for (std::int64_t i = 1; i <= output.size(); ++i) {
        recurrence.forward(i, output[i - 1], table.row(i - 1), table.row(i));
    }
    script = {};
    trace(table, output.begin(), words.data(), output.size(), reference.size(), script.operations);
}

}  // namespace tertium
