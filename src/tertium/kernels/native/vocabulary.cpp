// Insertion of tokens, separate from the lookup, which runs for every occurrence.
#include "vocabulary.hpp"

namespace tertium {

std::int32_t Vocabulary::add(std::string_view token, Slot slot) {
    slot.id = size();
    bytes_.append(token);
    ends_.push_back(bytes_.size());
    if (2 * ends_.size() > slots_.size()) grow();
    place(slot);
    return slot.id;
}

void Vocabulary::place(Slot slot) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = slot.hash() & mask;
    while (slots_[at].id >= 0) at = (at + 1) & mask;
    slots_[at] = slot;
}

void Vocabulary::grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
        if (slot.id >= 0) place(slot);
    }
}

}  // namespace tertium
