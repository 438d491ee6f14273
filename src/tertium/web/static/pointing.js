// Pointing at a place of an output shows about where that is in the source.

import { placeAt, rangeOf } from "./text_places.js";

const NAME = "place";
// Characters of the source that are shown around the place, at least.
const REACH = 10;

/** Show places of the source while the pointer is over an output. */
export function mountPointing(outputs, source) {
  if (!source || !globalThis.Highlight || !CSS.highlights) return;

  outputs.addEventListener("pointermove", (event) => {
    const text = event.target.closest?.(".text");
    const share = text && event.pointerType !== "touch" ? shareAt(text, event) : null;
    if (share === null) clear();
    else show(source, share);
  });
  outputs.addEventListener("pointerleave", clear);
}

function clear() {
  CSS.highlights.delete(NAME);
}

/** The share of a text before the pointer; null if the pointer is not over a character. */
function shareAt(text, event) {
  const { length } = text.textContent;
  const place = placeAt(text, event);
  return place === null || !length ? null : place / length;
}

function show(source, share) {
  const text = source.textContent;
  const middle = share * text.length;
  const reach = Math.max(REACH, text.length * 0.06);
  let [start, end] = [
    Math.max(0, Math.round(middle - reach)),
    Math.min(text.length, Math.round(middle + reach)),
  ];
  while (start > 0 && /\S/.test(text[start - 1])) start--;
  while (end < text.length && /\S/.test(text[end])) end++;
  CSS.highlights.set(NAME, new Highlight(rangeOf(source, start, end)));
}
