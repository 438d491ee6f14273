// What is done once for a token, kept apart from what is done whenever it is seen.
#include "vocabulary.hpp"

namespace tertium {

std::int32_t Vocabulary::add(std::string_view token, Key key) {
    if (2 * (entries_.size() + 1) > slots_.size()) grow();
    const std::int32_t id = size();
    entries_.push_back({bytes_.size(), token.size()});
    bytes_.append(token);
    place({key, id});
    return id;
}

void Vocabulary::place(Slot slot) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = slot.key.hash() & mask;
    while (slots_[at].id >= 0) at = (at + 1) & mask;
    slots_[at] = slot;
}

void Vocabulary::grow() {
    std::vector<Slot> old(4 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
        if (slot.id >= 0) place(slot);
    }
}

}  // namespace tertium
