// Answer form: semantic frames.
export function mount() {}
