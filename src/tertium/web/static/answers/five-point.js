// Answer form: five points with anchors. See slider.js for the interface.

import { mountChoices } from "../choices.js";
import { digitOf } from "../keys.js";
import { mountParts } from "../per_output.js";

export function mount(page, options) {
  return mountParts(page, options, (element, given) =>
    mountChoices(element, given, { read: Number, choose: digitOf }),
  );
}
