// Answer form: yes or no. See slider.js for the interface.

import { letterOf } from "../keys.js";
import { mountChoices } from "./choices.js";

const WORDS = { y: "yes", n: "no" };

export function mount(element, options) {
  const choose = (event) => WORDS[letterOf(event)] ?? null;
  return mountChoices(element, options, { read: String, choose });
}
