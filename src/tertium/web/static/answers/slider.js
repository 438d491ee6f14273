// Answer form: a slider from 0 to 100. It has no value and shows no thumb until it is touched.

import { mountParts } from "../per_output.js";
import { mountSlider } from "../slider.js";

/**
 * Every answer form exports mount(page, {onchange, text, number, data}). The page has the elements
 * item (all of it), outputs (for the texts), fields (for the answer) and template (the fields of
 * answers/<name>.html); text words a message, number writes a number, and data is that of the page.
 * It returns
 *   show(item, answer)  show an item with an answer, or with none for null
 *   value()             the answer as the server takes it, or null
 *   key(event)          use a key pressed anywhere on the page; return whether it was used
 *   focus()             move the focus to what is still to be answered
 * and, if it has to,
 *   draft()             the answer as far as it is given, which show() takes, or null
 *   doubt()             a sentence about an answer that is probably a mistake, or ""; it is asked once
 * onchange is called when the annotator touches the form, and never by show().
 */
export function mount(page, options) {
  return mountParts(page, options, mountSlider);
}
