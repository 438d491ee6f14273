// Answer form: five points with anchors. See slider.js for the interface.

import { digitOf } from "../keys.js";
import { mountChoices } from "./choices.js";

export function mount(element, options) {
  return mountChoices(element, options, { read: Number, choose: digitOf });
}
