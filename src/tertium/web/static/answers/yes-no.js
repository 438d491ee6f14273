// Answer form: yes or no. See slider.js for the interface.

import { mountChoices } from "../choices.js";
import { letterOf } from "../keys.js";
import { mountParts } from "../per_output.js";

const WORDS = { y: "yes", n: "no" };

export function mount(page, options) {
  const choose = (event) => WORDS[letterOf(event)] ?? null;
  return mountParts(page, options, (element, given) =>
    mountChoices(element, given, { read: String, choose }),
  );
}
